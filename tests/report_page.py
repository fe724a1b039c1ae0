"""What the checks of a page share: facts that are counted, and a reader's hands and eyes."""

CARD = "#cards article:first-child "
counts = {"passed": 0, "failed": 0}


def check(fact, holds):
    counts["passed" if holds else "failed"] += 1
    if not holds:
        print("FAILED", fact)


def view(browser, page, address=""):
    browser.open(page.as_uri() + address)
    browser.wait("document.documentElement.dataset.selftest")
    browser.settle()


def verdict(browser, side):
    return browser.text("#cards article:nth-child(%d) .verdict" % (side + 1))


def state(browser, name):
    return browser.script("return state." + name)


def texts(browser, selector):
    return browser.script("return [...document.querySelectorAll(arguments[0])]"
                          ".map(n => n.textContent)", selector)


def choose(browser, selector, value):
    """As a reader does who picks from a list."""
    browser.script("const list = document.querySelector(arguments[0]); list.value = arguments[1];"
                   " list.dispatchEvent(new Event('change'))", selector, value)
    browser.settle()


def focus(browser, selector):
    browser.script("document.querySelector(arguments[0]).focus()", selector)


def number(text):
    return float(text.replace("−", "-"))


def median(values):
    return sorted(values)[len(values) // 2]
