"""A browser driven by real clicks and keys: the W3C WebDriver protocol to chromedriver."""
import base64
import json
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Shift": "\ue008", "Escape": "\ue00c", "Left": "\ue012",
        "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Home": "\ue011", "End": "\ue010"}


class Element:
    def __init__(self, browser, reference):
        self.browser, self.reference, self.path = browser, reference, "/element/" + reference

    def click(self):
        self.browser.script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})",
                            {ELEMENT: self.reference})
        self.browser.call("POST", self.path + "/click", {})

    def text(self):
        return self.browser.call("GET", self.path + "/text")

    def type(self, text):
        """Replaces what is in the field, and presses Enter."""
        self.browser.call("POST", self.path + "/clear", {})
        self.browser.call("POST", self.path + "/value", {"text": text + KEYS["Enter"]})


class Browser:
    """One headless Chromium. Everything it asks the network for and says on its console is kept."""

    def __init__(self, driver="chromedriver", port=9515):
        self.driver = subprocess.Popen([driver, "--port=%d" % port], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.base, self.session = "http://127.0.0.1:%d" % port, ""
        self._wait_for_driver()
        options = {"args": ["--headless=new", "--no-sandbox", "--window-size=1280,900"]}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.session = "/session/" + answer["sessionId"]

    def _wait_for_driver(self):
        for _ in range(100):
            try:
                return urllib.request.urlopen(self.base + "/status")
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + self.session + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            return json.load(urllib.request.urlopen(request, timeout=120))["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def open(self, address):
        self.call("POST", "/url", {"url": "about:blank"})
        self.call("POST", "/url", {"url": address})

    def script(self, code, *arguments):
        return self.call("POST", "/execute/sync", {"script": code, "args": list(arguments)})

    def wait(self, condition, seconds=20):
        """Until the JavaScript expression is true; its value, or None when the time is over."""
        end = time.time() + seconds
        while time.time() < end:
            value = self.script("return " + condition)
            if value:
                return value
            time.sleep(0.03)
        return None

    def settle(self):
        """Until everything asked for is drawn."""
        self.wait("!app.pending && app.stale.size === 0")

    def all(self, selector):
        found = self.call("POST", "/elements", {"using": "css selector", "value": selector})
        return [Element(self, each[ELEMENT]) for each in found]

    def one(self, selector):
        found = self.all(selector)
        if not found:
            raise RuntimeError("nothing matches " + selector)
        return found[0]

    def click(self, selector):
        self.one(selector).click()
        self.settle()

    def text(self, selector):
        return self.one(selector).text()

    def press(self, *keys, shift=False):
        """Presses and releases keys, one after the other, wherever the focus is."""
        actions = [{"type": "keyDown", "value": KEYS["Shift"]}] if shift else []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        if shift:
            actions.append({"type": "keyUp", "value": KEYS["Shift"]})
        source = {"type": "key", "id": "keys", "actions": actions}
        self.call("POST", "/actions", {"actions": [source]})
        self.settle()

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def resize(self, width, height):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=False)

    def colour_scheme(self, scheme):
        self.devtools("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def console(self):
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def requests(self):
        """The addresses asked for since the last call."""
        entries = self.call("POST", "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    def close(self):
        try:
            if self.session:
                self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
