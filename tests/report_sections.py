"""Every section of a run's page, used with real clicks and keys."""
import re

from report_page import CARD, check, choose, focus, number, state, texts, verdict, view


def answer(browser):
    first, second = verdict(browser, 0), verdict(browser, 1)
    check("the two sentences have two answers", "animal" in first and "street" in second)
    check("both are right, and say so in words", "right" in first and "right" in second)
    shares = [float(share) for share in texts(browser, CARD + ".chip .share")]
    check("the shares of the words sum to 1", abs(sum(shares) - 1) < 0.05)
    browser.click(CARD + ".swap button:last-child")
    check("another adjective is another sentence", "tired" not in browser.text(CARD + ".swap"))
    browser.press("Left")
    check("the left arrow brings the first one back", "tired" in browser.text(CARD + ".swap"))
    browser.one(CARD + "input").type("The cat did n't cross the lane because it was too zany .")
    browser.settle()
    check("a sentence of one's own is answered", re.search("= (cat|lane)", verdict(browser, 0)))
    check("and nobody claims to know whether that is right", "right" not in verdict(browser, 0))
    check("an unknown word is named", "zany" in browser.text(CARD + ".unknown"))
    check("and underlined", browser.text(CARD + ".strange bdi") == "zany")
    browser.one(CARD + "input").type("no pronoun here")
    check("what is missing is said", "pronoun" in browser.text(CARD + "[role=status].warning"))
    choose(browser, "#pair-choice", 2)
    check("another pair can be chosen", state(browser, "pair") == 2)
    check("and is in the address", "pair=2" in browser.script("return location.hash"))


def lines(browser):
    browser.click("#lines-layer button:first-child")
    browser.click("#lines-picture .chip:nth-child(2)")
    check("a chosen word asks", "“animal” looks at" in browser.text("#lines-readout"))
    arcs = "return document.querySelectorAll('#lines-picture path').length"
    before = browser.script(arcs)
    browser.click("#lines-heads button:first-child")
    check("a head can be hidden", browser.script(arcs) < before and state(browser, "hidden") == [0])
    browser.press("1")
    check("and shown again with its number", browser.script(arcs) == before)
    browser.press("2", shift=True)
    check("Shift shows it alone", state(browser, "hidden") == [0, 2, 3])
    browser.press("0")
    check("0 shows the mean of the heads", "mean" in browser.text("#lines-readout"))
    browser.press("0", "1", "3", "4")
    browser.click("#lines-direction button:last-child")
    check("the direction can be turned", "is looked at by" in browser.text("#lines-readout"))
    browser.click("#lines-direction button:first-child")
    focus(browser, "#threshold")
    browser.press("End")
    check("the threshold leaves the strong lines", browser.script(arcs) < before)
    browser.press("Home")
    check("without one, every word gets a line of every head", browser.script(arcs) >= 13)
    browser.click("#lines details summary")
    # The browser tells a page after a while that its details are open.
    check("the lines have a table",
          browser.wait("document.querySelectorAll('#lines-table tbody tr').length === 4"))


def heads(browser):
    browser.click("#grid .thumb")
    browser.press("Right", "Right", "Enter")
    check("arrows and Enter choose a head", state(browser, "head") == 2)
    check("whose matrix is shown", "Head 3" in browser.text("#matrix-title"))
    check("each head says its entropy", len(browser.all("#grid .entropy:not(:empty)")) == 5)


def matrix(browser):
    check("every row sums to 1", texts(browser, "#matrix .matrix tbody .sum") == ["1.00"] * 13)
    focus(browser, ".matrix td[tabindex='0']")
    before = state(browser, "from") or browser.script("return asker()")
    browser.press("Up", "Right")
    check("arrows move in the matrix", browser.script("return asker()") == before - 1)
    browser.press("Enter")
    check("Enter cuts the edge, which then has no weight", texts(browser, ".severed") == [".00"])
    check("the page says what is changed", "1 cut" in browser.text("#changes"))
    browser.press("Enter")
    check("Enter mends it", texts(browser, ".severed") == [])
    browser.click("#matrix-kind button:first-child")
    score = number(browser.text(".matrix td.chosen"))
    browser.click("#matrix-kind button:nth-child(2)")
    scaled = number(browser.text(".matrix td.chosen"))
    check("scores are divided by the root of 8", abs(score / 8**0.5 - scaled) < 0.1)
    browser.click("#matrix-kind button:nth-child(3)")
    browser.click("#mean")
    check("the mean of the heads can be seen", "mean" in browser.text("#matrix-title"))
    browser.click("#mean")


def one_cell(browser):
    text = browser.text("#arithmetic").replace("−", "-")
    products = re.findall(r"(-?[\d.]+)×(-?[\d.]+)", text)
    ends = re.search(r"= (-?[\d.]+); ÷√8 = (-?[\d.]+); softmax ([\d.]+)", text).groups()
    score, scaled, share = map(float, ends)
    total = sum(float(q) * float(k) for q, k in products)
    check("the arithmetic adds up", abs(total - score) < 2e-3)
    check("and is divided by the root of 8", abs(score / 8**0.5 - scaled) < 2e-4)
    shown = float(browser.text(".matrix td.chosen"))
    check("and ends in the share of the matrix", abs(share - shown) < 0.006)
    browser.click("#step-dots button")
    for step in range(1, 8):
        browser.press("Right")
        check("step %d shows numbers" % (step + 1), re.search(r"\d", browser.text("#step-body")))
    browser.click("#step-back")
    check("there is a way back", state(browser, "step") == 6)
    browser.click("#unscaled")
    check("without the root, the arithmetic has none", "√" not in browser.text("#arithmetic"))
    focus(browser, "#temperature")
    browser.press("Right", "Right")
    check("the temperature rises", "1.41" in browser.text("#temperature-value"))
    browser.click("#copy-arithmetic")
    copied = "document.querySelector('#announcer').textContent === 'Copied'"
    check("copying says so", browser.wait(copied))
    browser.click("#restore")
    check("everything can be restored", browser.text("#changes") == "")


def training(browser):
    focus(browser, "#time")
    browser.press("Home")
    check("the slider goes to the first step", "step 0" in browser.text("#time-value"))
    check("where nothing is known yet", "100.0 %" not in verdict(browser, 0))
    check("and the weights are called half-precise", "half prec" in browser.text("#curve-readout"))
    browser.press("Right")
    check("an arrow goes to the next moment", state(browser, "time") == 1)
    browser.script("document.activeElement.blur()")
    browser.press(" ")
    check("Space plays", browser.wait("state.time > 2"))
    browser.press(" ")
    stopped = state(browser, "time")
    check("and pauses", "Play" in browser.text("#play") and stopped == state(browser, "time"))
    browser.click("#log-scale")
    check("the curve can be linear", state(browser, "log") is False)
    browser.click("#curve svg")
    check("a click on the curve goes there", 8 < state(browser, "time") < 24)
    focus(browser, "#time")
    browser.press("End")
    check("the end has the exact weights", "exact" in browser.text("#curve-readout"))
    browser.wait("app.trace.at === app.model.times.length")
    check("events are named", "loss below 0.1" in browser.text("#events"))


def difference(browser):
    cells = [number(text) for text in texts(browser, "#difference-table .values td")]
    a, b, change = (cells[i * 13 : i * 13 + 13] for i in range(3))
    check("B − A is the difference of B and A", len(cells) == 39 and all(
        abs(y - x - d) < 0.011 for x, y, d in zip(a, b, change)))
    check("the largest changes are listed", len(browser.all("#difference-list tbody tr")) == 6)


def cuts(browser):
    before = verdict(browser, 0), verdict(browser, 1)
    browser.click("#cut-parts button")
    after = verdict(browser, 0), verdict(browser, 1)
    check("without its layer the model answers otherwise", before != after)
    check("and the page says it", "answer changed" in browser.text("#cut-effect"))
    check("the address holds the cut", "cut=0..." in browser.script("return location.hash"))
    browser.click("#cut-list .cut-chip")
    check("a cut is mended by a click on it", (verdict(browser, 0), verdict(browser, 1)) == before)
    browser.click("#search-cuts")
    check("every edge alone is tried", len(browser.all("#cut-search tbody tr")) == 8)
    browser.click("#cut-search tbody button")
    check("the strongest changes the answer", "answer changed" in browser.text("#cut-effect"))
    browser.click("#restore")
    check("the program's own cuts stand beside", len(browser.all("#cut-table tbody tr")) == 12)


def word_map(browser):
    choose(browser, "#map-word", browser.script("return app.ids.get('cat')"))
    check("a word has five neighbours", len(browser.all("#map-neighbours tbody tr")) == 5)
    check("the chosen word is named on the map", browser.text(".map .chosen text") == "cat")


def facts(browser):
    honesty = browser.text("#honesty-facts")
    told = all(word in honesty for word in ("right on", "twins", "flip", "cutting", "seeds"))
    check("accuracy, twins, flip, cuts and seeds are told", told)
    check("baselines stand beside", "bag of words" in browser.text("#honesty-scores"))
    check("the command is there", "bin/coreference" in browser.text("#command"))
    browser.click("#copy-command")
    check("the settings are there", "positions" in browser.text("#run-facts"))


SECTIONS = [answer, lines, heads, matrix, one_cell, training, difference, cuts, word_map, facts]


def use_every_section(browser, page):
    for section in SECTIONS:
        view(browser, page)
        section(browser)
