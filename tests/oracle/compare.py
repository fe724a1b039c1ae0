"""Compute again in PyTorch what heed computed, and compare.

    python3 compare.py PROGRAMS FLOAT.safetensors DOUBLE.safetensors

PyTorch computes in double throughout, so that only heed's rounding is seen: each value, gradient
and trained parameter may be off by 1e-12 in a double build, by 2e-6 in a float one, relative to the
largest number of its tensor where that is above 1.
"""

import pathlib
import sys

import torch
import torch.nn.functional as F

import from_heed
from resolver import check_trained_model

HEADS = 2
HERE = pathlib.Path(__file__).parent
TOLERANCE = {torch.float64: 1e-12, torch.float32: 2e-6}
passed, failed = 0, 0


def check(what, held, why=""):
    global passed, failed
    passed, failed = passed + held, failed + (not held)
    if not held:
        print(f"FAILED: {what}{why}")


def check_close(what, ours, theirs, tolerance=None):
    """ours: of heed; theirs: of PyTorch."""
    tolerance = tolerance or TOLERANCE[ours.dtype]
    theirs = theirs.detach().double()
    off = (ours.double() - theirs).abs().max() / max(1, theirs.abs().max())
    same = ours.shape == theirs.shape and off <= tolerance
    check(f"{what} ({ours.dtype})", bool(same), f": off by {off:.1e}, allowed {tolerance}")


# ---- the same again, from the inputs of a case ---------------------------------------------------

def forbidden(mask, x):
    """heed's mask [B, 1, T, T], 1 = may look at, as PyTorch's [B·H, T, T], true = may not."""
    batch, length, _ = x.shape
    return (mask == 0).expand(batch, HEADS, length, length).reshape(-1, length, length)


def attention(i):
    """What nn.MultiheadAttention calls, so that gradients come back to heed's own matrices."""
    x = i["x"].transpose(0, 1)
    weights = torch.cat([i[name].t() for name in ("query", "key", "value")])
    out, _ = F.multi_head_attention_forward(
        x, x, x, x.shape[2], HEADS, weights, None, None, None, False, 0.0, i["output"].t(), None,
        attn_mask=forbidden(i["mask"], i["x"]), need_weights=False)
    return out.transpose(0, 1)


def layer_norm(i):
    return F.layer_norm(i["x"], i["gain"].shape, i["gain"], i["bias"])


def recurrence(network, i):
    """PyTorch has a second bias in each gate, which adds to the first: zero, but for n of GRU."""
    width, gates = i["recurrent"].shape
    second = torch.zeros(gates, dtype=torch.float64)
    if "recurrent_bias" in i:
        second = torch.cat([second[width:], i["recurrent_bias"]])
    start = torch.zeros(1, len(i["x"]), width, dtype=torch.float64)
    weights = [i["input"].t(), i["recurrent"].t(), i["bias"], second]
    state = [start, start] if network is torch.lstm else start
    return network(i["x"], state, weights, True, 1, 0.0, False, False, True)[0]


def cross_entropy(i):
    return F.cross_entropy(i["logits"], i["labels"].long())


CASES = {
    "attention": attention,
    "fused_attention": attention,
    "encoder_block": lambda i: from_heed.encoder_block(i, "", HEADS)(i["x"]),
    "layer_norm": layer_norm,
    "rnn": lambda i: recurrence(torch.rnn_tanh, i),
    "gru": lambda i: recurrence(torch.gru, i),
    "lstm": lambda i: recurrence(torch.lstm, i),
    "cross_entropy": cross_entropy,
}


def group(file, name):
    """The tensors "name/…" of the file."""
    return {key[len(name) + 1:]: t for key, t in file.items() if key.startswith(name + "/")}


def compare_case(file, name, compute):
    ours = group(file, name)
    inputs = {key: ours[key].double().requires_grad_(key + ".grad" in ours)
              for key in ours if key != "out" and not key.endswith(".grad")}
    out = compute(inputs)
    check_close(f"{name}: out", ours["out"], out)
    out.backward(ours["out.grad"].double())
    for key, tensor in inputs.items():
        if tensor.requires_grad:
            check_close(f"{name}: gradient of {key}", ours[key + ".grad"], tensor.grad)


def compare_training(file, name, decay):
    """A hundred steps of Adam. As in heed, decay is for matrices alone."""
    ours = group(file, name)
    names = [key[:-len(".after")] for key in ours if key.endswith(".after")]
    p = {key: ours[key].double().requires_grad_() for key in names}
    matrices = [t for t in p.values() if t.dim() == 2]
    vectors = [t for t in p.values() if t.dim() != 2]
    optimizer = torch.optim.AdamW([{"params": matrices, "weight_decay": decay},
                                   {"params": vectors, "weight_decay": 0}], lr=0.01)
    if decay == 0:
        optimizer = torch.optim.Adam(p.values(), lr=0.01)
    losses = []
    for _ in range(100):
        hidden = torch.tanh(ours["x"].double() @ p["hidden.weight"] + p["hidden.bias"])
        loss = F.cross_entropy(hidden @ p["output.weight"] + p["output.bias"],
                               ours["labels"].long())
        losses.append(loss.detach())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    check_close(f"{name}: losses of 100 steps", ours["losses"], torch.stack(losses))
    for key in names:
        check_close(f"{name}: {key} after 100 steps", ours[key + ".after"], p[key])


def compare_modules(file):
    """What README promises: PyTorch's own modules, in the file's own precision, within 1e-5."""
    w = group(file, "attention")
    hidden = forbidden(w["mask"], w["x"])
    out, _ = from_heed.attention(w, "", HEADS)(w["x"], w["x"], w["x"], attn_mask=hidden)
    check_close("nn.MultiheadAttention", w["out"], out, 1e-5)
    w = group(file, "encoder_block")
    for training in (True, False):  # two roads through the module, the second one fused
        with torch.set_grad_enabled(training):
            out = from_heed.encoder_block(w, "", HEADS).train(training)(w["x"])
        check_close(f"nn.TransformerEncoderLayer, train({training})", w["out"], out, 1e-5)


def main(programs, *files):
    for path in files:
        file = from_heed.read(path)
        for name, compute in CASES.items():
            compare_case(file, name, compute)
        compare_training(file, "adam", 0)
        compare_training(file, "adamw", 0.1)
        compare_modules(file)
    check_trained_model(check, pathlib.Path(programs).resolve())
    shown = "```python\n" + (HERE / "from_heed.py").read_text() + "```\n"
    check("README shows from_heed.py as it is", shown in (HERE / "../../README.md").read_text())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
