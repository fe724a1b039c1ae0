"""A model of coreference, trained in PyTorch and asked by heed's own program, attend."""

import json
import pathlib
import re
import subprocess
import tempfile

import torch
import torch.nn.functional as F

import from_heed

HEADS = 2
NOUNS, PLACES = ("cat", "dog", "cow"), ("car", "road")
SENTENCE = "The {%s}%s met the {%s}%s , [it] was %s"
NOUN, PLACE, PRONOUN = 1, 4, 6  # where they stand in it


def twins():
    """The sentences, and where the antecedent of each stands."""
    for noun in NOUNS:
        for place in PLACES:
            yield SENTENCE % (noun, "*", place, "", "sad"), NOUN
            yield SENTENCE % (noun, "", place, "*", "wide"), PLACE


class Resolver(torch.nn.Module):
    """One layer of attention, pre-norm, and the pointer, from the weights of a file."""

    def __init__(self, w):
        super().__init__()
        self.w = torch.nn.ParameterDict({name.replace(".", "/"): t for name, t in w.items()
                                         if ".attention." not in name})
        self.attention = from_heed.attention(w, "encoder.blocks.0.attention.", HEADS)
        for bias in (self.attention.in_proj_bias, self.attention.out_proj.bias):
            bias.requires_grad_(False)  # heed has none

    def norm(self, name, x):
        gain, bias = self.w[name + "/gain"], self.w[name + "/bias"]
        return F.layer_norm(x, gain.shape, gain, bias)

    def forward(self, ids):
        """ids [B, T]; the logarithm of the pointer's weights, [B, T]."""
        x = self.w["embedding/table"][ids] + self.w["encoder/positions"][:ids.shape[1]]
        words = self.norm("encoder/blocks/0/attention_norm", x)
        x = x + self.attention(words, words, words, need_weights=False)[0]
        x = self.norm("encoder/norm", x)
        asker = x[:, PRONOUN] @ self.w["pointer/query"]
        return torch.log_softmax(torch.einsum("bd,btd->bt", asker, x) / x.shape[2] ** 0.5, 1)

    def weights(self):
        """The parameters by heed's names."""
        query, key, value = self.attention.in_proj_weight.chunk(3)
        output = self.attention.out_proj.weight
        parts = {"query": query, "key": key, "value": value, "output": output}
        own = {name.replace("/", "."): t for name, t in self.w.items()}
        return own | {"encoder.blocks.0.attention." + name: t.t() for name, t in parts.items()}


def write(path, weights, metadata):
    """A safetensors file of float32."""
    header, data = {"__metadata__": metadata}, b""
    for name, tensor in weights.items():
        numbers = tensor.detach().contiguous().numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(numbers)]}
        data += numbers
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def metadata_of(path):
    data = path.read_bytes()
    return json.loads(data[8:8 + int.from_bytes(data[:8], "little")])["__metadata__"]


def plain(sentence):
    return re.sub(r"[{}*\[\]]", "", sentence).split()


def trained(path, sentences, words):
    """The model of the file after sixty steps on the sentences, its answers, and its loss."""
    model = Resolver(from_heed.read(path))
    ids = torch.tensor([[words.index(word) for word in plain(text)] for text, _ in sentences])
    right = torch.tensor([place for _, place in sentences])
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=0.01)
    for _ in range(60):
        optimizer.zero_grad()
        F.nll_loss(model(ids), right).backward()
        optimizer.step()
    out = model(ids).detach()
    return model, out.exp(), F.nll_loss(out, right).item()


def check_trained_model(check, programs):
    """heed writes a model, PyTorch trains it, and attend answers as PyTorch does."""
    sentences = list(twins())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        start, end = folder / "run/model.safetensors", folder / "trained.safetensors"
        (folder / "mine.txt").write_text("".join(text + "\n" for text, _ in sentences))
        # So short a training fails its prediction, hence no check of the exit code.
        subprocess.run([programs / "coreference", "--data", folder / "mine.txt", "--steps", "1",
                        "--width", "16", "--heads", str(HEADS), "--quiet", "--out", start.parent],
                       check=False, capture_output=True)
        metadata = metadata_of(start)
        words = ["<pad>", "<unk>"] + metadata["vocabulary"].split(" ")[1:]
        model, weights, loss = trained(start, sentences, words)
        check("PyTorch has learned the sentences", loss < 0.1, f": its loss is {loss:.3f}")
        write(end, model.weights(), metadata)
        for (text, _), row in zip(sentences, weights):
            asked = subprocess.run([programs / "attend", "--model", end, "--sentence",
                                    text.replace("*", "")],
                                   check=False, capture_output=True, text=True)
            answer = dict(re.findall(r"(\w+) +([\d.]+) %", asked.stdout))
            expected = {plain(text)[place]: 100 * float(row[place]) for place in (NOUN, PLACE)}
            # attend prints one decimal
            same = all(abs(float(answer.get(word, -1)) - share) <= 0.051
                       for word, share in expected.items())
            check(f"attend on {text}", same,
                  f": {expected}, but it says {asked.stdout or asked.stderr}")
