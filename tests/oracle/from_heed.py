import json, torch, torch.nn as nn

def read(path):  # the length of a header in JSON, the header, the numbers
    data = bytearray(open(path, "rb").read())
    start = 8 + int.from_bytes(data[:8], "little")
    return {name: torch.frombuffer(data[start:][slice(*t["data_offsets"])],
                                   dtype=getattr(torch, "float" + t["dtype"][1:])).view(t["shape"])
            for name, t in json.loads(data[8:start]).items() if name != "__metadata__"}

def attention(w, at, heads):  # heed has x W; PyTorch x Wᵀ + b, with a b that starts as zeros
    module = nn.MultiheadAttention(len(w[at + "query"]), heads, batch_first=True)
    module.in_proj_weight.data = torch.cat([w[at + n].t() for n in ("query", "key", "value")])
    module.out_proj.weight.data = w[at + "output"].t()
    return module.to(w[at + "query"].dtype)

def encoder_block(w, at, heads):  # one with a feed-forward network
    width, hidden = w[at + "feed_forward.up.weight"].shape
    block = nn.TransformerEncoderLayer(width, heads, hidden, 0, batch_first=True, norm_first=True)
    for name, part in (("attention_norm", block.norm1), ("feed_forward_norm", block.norm2),
                       ("feed_forward.up", block.linear1), ("feed_forward.down", block.linear2)):
        part.weight.data, part.bias.data = (w[n].t() for n in w if n.startswith(f"{at}{name}."))
    block.self_attn = attention(w, at + "attention.", heads)
    return block
