"""Uses the page of a run as a reader does, in a real browser: python3 tests/report_browser.py DIR

DIR holds one folder a run, as tests/report.sh makes them. Every check is a sentence that could be
false. Times are printed, not judged. The last line: N passed, N failed.
"""
import pathlib
import re
import sys

from report_page import CARD, check, counts, median, state, texts, verdict, view
from report_sections import use_every_section
from webdriver import Browser


def walk_by_keyboard(browser, page):
    """Tab alone reaches every section, the focus can be seen, and there is a way out."""
    view(browser, page)
    visited, unseen = set(), 0
    for _ in range(400):
        browser.press("Tab")
        place, outline = browser.script(
            "const n = document.activeElement, section = n.closest('main section');"
            "return [n === document.body ? '' : section ? section.id : 'frame',"
            " getComputedStyle(n).outlineStyle]")
        if place == "":
            break
        visited.add(place)
        unseen += outline == "none"
    # Those without a control of their own are reached by the links above.
    missed = set(browser.script("return [...document.querySelectorAll('main section')]"
                                ".filter(n => n.querySelector('button, input, select, summary'))"
                                ".map(n => n.id)")) - visited
    check("Tab reaches every section: " + ", ".join(missed), not missed)
    check("the focus can always be seen", unseen == 0)
    check("Tab leaves the page at last", place == "")
    browser.press("?")
    check("? opens the list of keys", browser.script("return document.querySelector('#keys').open"))
    browser.press("Enter")
    check("and Enter closes it", not browser.script("return document.querySelector('#keys').open"))


def speak_chinese(browser, page):
    view(browser, page)
    browser.click("#language")
    check("the page speaks Chinese", "在看什么" in browser.text("#title"))
    check("and says so", browser.script("return document.documentElement.lang") == "zh")
    labels = texts(browser, "[data-say]")
    check("every label has its words", all(text and "undefined" not in text for text in labels))
    check("every sentence is in both languages", browser.script(
        "const parts = text => [(text.match(/\\{\\d\\}/g) || []).sort(), text.split('|').length];"
        "return Object.values(STRINGS).every(([english, chinese, ...more]) => english && chinese"
        " && more.length === 0 && String(parts(english)) === String(parts(chinese)))"))


def keep_state(browser, page):
    view(browser, page, "#time=9&layer=0&head=1&cut=0.1..,1..7.1&lang=zh&unscaled=1")
    reopened = [state(browser, key) for key in ("time", "head", "unscaled", "cuts.length")]
    check("an address reopens its view", reopened == [9, 1, True, 2])
    view(browser, page, "#time=999&layer=-3&head=x&cut=9.9.9.9,,a&pair=1e9&A=%3Cimg%3E")
    kept = [state(browser, key) for key in ("time", "cuts.length", "pair")]
    check("an address that does not fit does no harm", kept == [24, 0, 0])


def show_hostile_words(browser, page):
    view(browser, page)
    check("words are never markup", browser.all("img") == [])
    check("and never run", browser.script("return window.harm === undefined"))
    words = texts(browser, CARD + ".chip bdi")
    check("they are shown as they are", "</script><img/src=x/onerror=harm=1>" in words)
    directions = browser.script("return [...document.querySelectorAll('.chip bdi')]"
                                ".map(n => [n.textContent, getComputedStyle(n).direction])")
    check("right-to-left words stand in their own direction", ["החיה", "rtl"] in directions)
    spelled = [word for word in words if "\\u0001" in word and "\\u202e" in word]
    check("control characters are spelled out", len(spelled) == 1)


def read_long_sentences(browser, page):
    view(browser, page)
    longest = browser.script(
        "return app.data.pairs.findIndex(pair => pair.first.words.length > 200)")
    check("there is a sentence of 200 words", longest >= 0)
    view(browser, page, "#pair=%d" % longest)
    check("it is answered", "=" in verdict(browser, 0))
    check("its map is a picture with a table", len(browser.all("#matrix-body canvas")) == 1
          and len(browser.all(".strongest tbody tr")) == 12)
    for what, also in (("what is in sight", ""), ("everything", "drawRest();")):
        print("  redraw of %s, 200 words: %.1f ms" % (what, median(redraws(browser, 9, also))))


def fit_a_phone(browser, page):
    browser.resize(390, 844)
    view(browser, page)
    wide = browser.script("return document.documentElement.scrollWidth")
    check("390 px are wide enough (%s: %d)" % (page.parent.name, wide), wide <= 390)
    browser.resize(1280, 900)


def do_without_scripts(browser, page):
    browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page.as_uri())
    text = browser.text("noscript")
    browser.devtools("Emulation.setScriptExecutionDisabled", value=False)
    check("without scripts the answers are text", "animal 100.0 %" in text)
    check("and so are the tables", "Right answers" in text)


def redraws(browser, times, also=""):
    """How long it takes to compute, draw and lay out what is in sight, and the `also`, in ms."""
    return browser.script(
        "const took = []; for (let i = 0; i < arguments[0]; ++i) { const begin = performance.now();"
        "state.time = i % app.model.times.length; redraw();" + also + "document.body.offsetHeight;"
        "took.push(performance.now() - begin); } return took", times)


def measure(browser, page):
    opened = {"ready": [], "whole": []}
    for _ in range(7):
        view(browser, page)
        for moment, times in opened.items():
            times.append(int(browser.script("return document.documentElement.dataset." + moment)))
    print("  ready after %d ms, drawn whole after %d (medians of 7)"
          % (median(opened["ready"]), median(opened["whole"])))
    for what, also in (("what is in sight", ""), ("everything", "drawRest();")):
        took = redraws(browser, 50, also)
        print("  redraw of %s: %.1f ms (median of 50, the slowest %.1f)"
              % (what, median(took), max(took)))
    print("  the page has %d bytes" % page.stat().st_size)


def draw_in_time(browser, page):
    """What is out of sight may be late; what comes into sight may not."""
    view(browser, page)
    title = "document.querySelector('#cell-title').textContent"
    browser.script("update({from: 1}); window.titles = []; requestAnimationFrame(() => {"
                   " window.titles.push(%s); document.querySelector('#cell').scrollIntoView({"
                   "behavior: 'instant'}); requestAnimationFrame(() => requestAnimationFrame(() =>"
                   " window.titles.push(%s))) })" % (title, title))
    browser.wait("window.titles.length === 2")
    asked = ["animal" in title for title in browser.script("return window.titles")]
    check("a section is drawn when it comes into sight, not before", asked == [False, True])
    browser.script("scrollTo(0, 0); update({head: 2})")
    check("and else when there is time",
          browser.wait("document.querySelector('#matrix-title').textContent.includes('Head 3')"))


def main():
    found = sorted(pathlib.Path(sys.argv[1]).resolve().glob("*/report.html"))
    pages = {path.parent.name: path for path in found}
    browser = Browser()
    try:
        for name, page in pages.items():
            view(browser, page)
            result = browser.script("return {...document.documentElement.dataset}")
            check("page and program agree: " + name, result["selftest"] == "pass")
            print("  %s: largest difference %.1e" % (name, float(result["difference"])))
            fit_a_phone(browser, page)
        use_every_section(browser, pages["english"])
        for use in (walk_by_keyboard, speak_chinese, keep_state, draw_in_time,
                    do_without_scripts, measure):
            use(browser, pages["english"])
        show_hostile_words(browser, pages["hostile"])
        read_long_sentences(browser, pages["hostile"])
        asked = [address for address in browser.requests() if address != "about:blank"]
        pages_alone = all(re.match(r"file://[^?]*/report\.html", address) for address in asked)
        check("nothing is asked of the network", asked and pages_alone)
        console = browser.console()
        check("the console is silent: " + "; ".join(console[:3]), console == [])
    finally:
        browser.close()
    print("%(passed)d passed, %(failed)d failed" % counts)
    sys.exit(counts["failed"] != 0)


main()
