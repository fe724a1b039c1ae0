"""Plant one-line faults in the sources, one at a time, and count those that the tests find.

  make mutants [SEED=1] [COUNT=60] [FILES=src/scan.cpp]
  python3 tests/mutants.py DOUBLE FLOAT [VARIABLE=VALUE ...]   # the two builds, and make's settings

Faults are drawn with SEED from all places of the sources below where one fits. Each is built in a
copy of the tree, build/mutants/; one that does not compile does not count. tests/mutants.txt
explains those that change nothing. Exit 1 when the tests find fewer than 95 of 100, or none was
tried.
"""
import collections, filecmp, os, pathlib, random, re, resource, shutil, signal, subprocess, sys

SOURCES = ["src/" + name for name in """
elementwise.cpp reduce.cpp matrix.cpp layout.cpp lookup.cpp softmax.cpp scan.cpp recurrent.cpp
kernels/cell.hpp attention.cpp fused_attention.cpp kernels/attention.cpp safetensors.cpp
tensor_header.cpp json.cpp utf8.cpp coreference.cpp options.cpp checkpoint.cpp
keeper.cpp""".split()] + ["experiments/parts/babi.cpp", "experiments/parts/babi_batch.cpp"]

# What is found in a line of code, and what takes its place.
FAULTS = [(re.compile(found), put) for found, put in [
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "), (r" % ", " / "),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r" \*= ", " /= "), (r" [+-] 1\b", ""),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bcontinue;", "break;"),
    (r"\bmin(?=[(<])", "max"), (r"\bmax(?=[(<])", "min"), (r"!(?=[\w(])", ""),
    (r"(?<=[(,?:] )-(?=\w)", ""),
    (r"(?<![\w.'])\d(?![\w.'])", lambda digit: str(int(digit[0]) + 1)),
    # A whole statement: an assignment or call, a step, a guard, a result.
    (r"^ +(?!const|using|return|case|auto)[\w.:>\[\]()*+-]+( [-+*/|]?= .*|\(.*\)|\+\+);$", ""),
    (r"^ +(\+\+|--)[^ ;]+;$", ""), (r"^ +if \(.*;$", ""), (r"^ +return [^ ;]+;$", "return {};"),
]]
COMMENT_OR_TEXT = re.compile(r"//.*|\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])'")
COPY = pathlib.Path("build/mutants")


def faults_of(source):
    """(source, number of the line, the line, the line with a fault) for every fault that fits."""
    for number, line in enumerate(pathlib.Path(source).read_text().splitlines()):
        # Comments and messages are no code: they are hidden from the patterns, place by place.
        code = COMMENT_OR_TEXT.sub(lambda hidden: "\x01" * len(hidden[0]), line)
        for pattern, put in FAULTS:
            for place in pattern.finditer(code):
                changed = put(place) if callable(put) else put
                yield source, number, line, line[:place.start()] + changed + line[place.end():]


def explanations():
    """{(source, line, line with the fault, or *): why it changes nothing}"""
    known = {}
    blocks = re.compile(r"^(\w+/.*\.[ch]pp)\n(.*)\n(.*)\n((?:.+\n)+)", re.MULTILINE)
    for source, line, changed, why in blocks.findall(pathlib.Path("tests/mutants.txt").read_text()):
        if line not in map(str.strip, pathlib.Path(source).read_text().splitlines()):
            sys.exit(f"tests/mutants.txt: {source} has no line {line}")
        known[source, line, changed] = " ".join(why.split())
    return known


def copy_tree():
    """Bring the copy up to date. What has not changed keeps its time, and is not built again."""
    skip = shutil.ignore_patterns("build", "runs", ".git", "__pycache__")
    def copy(source, target):
        if not (os.path.exists(target) and filecmp.cmp(source, target, shallow=False)):
            shutil.copyfile(source, target)
    shutil.copytree(".", COPY, ignore=skip, copy_function=copy, dirs_exist_ok=True)
    for path in [path for top in ("tests", "src", "experiments", "datasets")
                 for path in COPY.glob(f"{top}/**/*.cpp")]:
        if not path.relative_to(COPY).exists():
            path.unlink()


def limit(seconds):
    """What a test that a fault has made endless may take: seconds at work, memory, a file."""
    limits = [(resource.RLIMIT_CPU, seconds), (resource.RLIMIT_FSIZE, 1 << 30)]
    # Sanitizers reserve terabytes of addresses for their notes.
    if not {"MODE=sanitize", "MODE=tsan"} & set(sys.argv):
        limits.append((resource.RLIMIT_AS, 1 << 33))
    for what, most in limits:
        resource.setrlimit(what, (most, most))


def run(command, seconds=None):
    """Run in the copy; returns the exit status and what was printed."""
    scratch = (COPY / "build/tmp").resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    outer_make = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")
    environment = {name: value for name, value in os.environ.items() if name not in outer_make}
    with open(scratch.parent / "log", "w+", errors="replace") as log:
        process = subprocess.Popen(
            command, cwd=COPY, env=environment | {"TMPDIR": str(scratch)}, stdout=log, stderr=log,
            stdin=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=seconds and (lambda: limit(seconds)))
        try:
            # Asleep for good, unless the machine is very busy
            status = process.wait(timeout=seconds and 60 * seconds)
        except subprocess.TimeoutExpired:
            status = -signal.SIGXCPU
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        log.seek(0)
        return status, log.read()


def failure(program, seconds, *options):
    """The name of the first test that fails, or "" when none does."""
    status, text = run([program, "--no-colors=true", "--abort-after=1", *options], seconds)
    if status == 0:
        return ""
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return "timeout"
    names = re.findall(r"^TEST CASE:  (.*)", text, flags=re.MULTILINE)
    return f'"{names[-1]}"' if names else f"status {status} before any test"


def planted(fault, builds, seconds, program):
    """What finds a fault: the name of a test; "" when none does, None when it does not compile."""
    source, number, _, changed = fault
    original = (COPY / source).read_text()
    lines = original.splitlines()
    lines[number] = changed
    (COPY / source).write_text("\n".join(lines) + "\n")
    try:
        if run(builds)[0] != 0:
            return None
        own = pathlib.Path(source).stem.split("_")[0]  # the tests of its own header come first
        own = {"scan": "recurrent", "cell": "recurrent"}.get(own, own)
        return (failure(program, seconds // 2, f"--source-file=*test*{own}*")
                or failure(program, seconds))
    finally:
        (COPY / source).write_text(original)


def survivors(faults, builds, program, show):
    """The faults that no test of the program finds; the others are shown, with the test."""
    if run(builds)[0] != 0:
        sys.exit("the tests do not build; see make tests")
    # How long they work without a fault is what a fault is held to.
    before = os.times().children_user
    failed = failure(program, 3600)
    if failed:
        sys.exit(f"{program} fails without any fault: {failed}")
    seconds = 10 + 3 * int(os.times().children_user - before)
    left = []
    for fault in faults:
        found = planted(fault, builds, seconds, program)
        if found == "":
            left.append(fault)
        else:
            show(fault, f"killed by {found}" if found else "does not compile")
    return left


def main():
    double, single = (folder + "/bin/tests" for folder in sys.argv[1:3])
    make = ["make", *sys.argv[3:], *(["LDFLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else [])]
    sources = os.environ.get("FILES", "").split() or SOURCES
    every = [fault for source in sources for fault in faults_of(source)]
    count = min(int(os.environ.get("COUNT", 60)), len(every))
    # In the order of the sources: most builds then compile one of them alone.
    drawn = sorted(random.Random(int(os.environ.get("SEED", 1))).sample(range(len(every)), count))
    known, results = explanations(), collections.Counter()
    print(f"{count} of {len(every)} faults in {len(sources)} sources", flush=True)

    def show(fault, result):
        source, number, line, changed = fault
        results[result.split()[0]] += 1
        print(f"{source}:{number + 1}: {line.strip()}\n  -> {changed.strip() or 'nothing'}\n"
              f"  {result}", flush=True)

    left = []
    for fault in (every[i] for i in drawn):
        source, line, changed = fault[0], fault[2].strip(), fault[3].strip()
        why = known.get((source, line, changed)) or known.get((source, line, "*"))
        if why:
            show(fault, f"explained: {why}")
        else:
            left.append(fault)
    if not left:
        sys.exit("no fault was tried")
    copy_tree()
    left = survivors(left, [*make, double], double, show)
    if left:  # the float tests run the programs, too
        left = survivors(left, [*make, "tests"], single, show)
    for fault in left:
        show(fault, "SURVIVED")
    tried = results["killed"] + len(left)
    if tried == 0:
        sys.exit("no fault was tried: none compiles")
    share = 100 * results["killed"] / tried
    print(f"{results['killed']} of {tried} faults found: {share:.1f} %")
    sys.exit(share < 95)


main()
