"""Makes a Llama of 26 thousand parameters with a tokenizer of its own, and a training file, so that programs which load a
model can run on a CPU without a download: python tiny_model.py MODEL_FOLDER DATA_FILE"""

import json
import sys

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

model_folder, data_file = sys.argv[1:3]
words = ["<s>", "</s>", "<unk>"] + "one two three four five six seven eight nine ten".split()
tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="<unk>"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
PreTrainedTokenizerFast(
    tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>"
).save_pretrained(model_folder)
config = LlamaConfig(
    vocab_size=len(words),
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=64,
    bos_token_id=0,
    eos_token_id=1,
)
LlamaForCausalLM(config).save_pretrained(model_folder)
with open(data_file, "w", encoding="utf-8") as file:
    for i in range(64):
        file.write(json.dumps({"prompt": "one two three ", "completion": " ".join(words[3 + i % 6 : 8 + i % 5])}) + "\n")
