//! A denser packing than deflate, for the bookmarklet alone: browsers unpack deflate at no cost,
//! but Firefox drops a bookmark of more than 65,536 characters.
//!
//! Bits are predicted one by one from what stands before them, by eight contexts whose
//! predictions two sets of weights mix; what surprises costs most (the idea of the PAQ family,
//! with an algebraic sigmoid). The contexts know which bytes are instructions and which belong to
//! one ([`Reader`]): with that, WebAssembly takes 23 % less than with zopfli, without it 15 %.
//! Packing and unpacking must compute the same numbers to the last bit: only sums, products,
//! quotients and square roots are used, which IEEE 754 defines exactly, and never an exponential
//! or a logarithm. The range coder writes digits of the script's own alphabet, so that nothing is
//! lost between bytes and characters.

/// The number of contexts.
const N: usize = 8;
/// What counts in each context, as bits of [`Reader::seen`]: 1 is the last byte, 8 the
/// instruction that a byte belongs to, 16 and above the instructions before.
const CONTEXTS: [u32; N] = [0, 1016, 1, 56, 108, 10, 7, 25];
/// Slots for predictions, as a power of two.
const SLOT_BITS: u32 = 22;

/// The digits: every printable ASCII character that needs no escape in a quoted string within a
/// `javascript:` URL, so all but the space and `"`, `#`, `%` and `\`.
const RADIX: u64 = 90;
/// What the first of the five digits in hand stands for.
const FIRST: u64 = RADIX.pow(4);

/// JavaScript: `c` gives back `n` bytes. It is [`unsqueeze`] in the tests, line by line.
pub(super) const UNSQUEEZE: &str = "c=(b,n)=>{const M=[0,1016,1,56,108,10,7,25],o=new Uint8Array(n),T=new Float32Array(1<<22),C=new Uint8Array(1<<22),W=new Float64Array(4096).fill(.3),O=[0,0,0,0,0,0],h=[],s=[],x=[],Q=Math.sqrt,I=Math.imul,Y=90**4,D=_=>(_=b.charCodeAt(k++),_-33-2*(_>35)-(_>37)-(_>92));let l=0,r=90*Y-1,v=0,k=0,p=0,q=0,i,j,y,z,t;for(;k<5;)v=v*90+D();for(;p<n;o[p++]=z,z&=255,q?z<128&&q--:(O.pop(),O.unshift(z),q=z>39&z<63|z==17?2:z>31&z<67|z>1&z<5|z>11&z<14|z==16)){const V=[o[p-1]|0,o[p-2]|0,o[p-3]|0,q?O[0]:256,...O];for(i=0;i<8;h[i++]=y)for(y=i+1,j=0;j<10;j++)M[i]>>j&1&&(y=I(y+V[j]+1,0x2f0b4c47),y^=y>>>15);for(z=1;z<256;){const A=z*8,B=2048+V[0]*8;let d=0,e=0;for(i=0;i<8;i++)t=T[y=x[i]=I(h[i]+z,0x9e3779b1)>>>10],t=s[i]=C[y]?t/Q(1.0001-t*t):0,d+=t*W[A+i],e+=t*W[B+i];t=(d+e)/2;t=t/Q(1+t*t);t=l+Math.floor((r-l)*(.5+t*.4999));j=v<=t?1:-1;j>0?r=t:l=t+1;d=d/Q(1+d*d);e=e/Q(1+e*e);for(i=0;i<8;i++)y=x[i],t=.015*s[i]/(1+Math.abs(s[i])*.3),W[A+i]+=(j-d)*t,W[B+i]+=(j-e)*t,T[y]+=(j-T[y])/(C[y]+1.4),C[y]<30&&C[y]++;z=z*2+(j>0);for(;(l/Y|0)==(r/Y|0);v=v%Y*90+D())l=l%Y*90,r=r%Y*90+89}}return o}";

/// Tells the instructions of a WebAssembly body from the numbers in them. What is no body (the
/// first sections, data, a plan behind it) is read as one, to no harm: it only predicts less.
#[derive(Default)]
struct Reader {
    /// The last instructions, the latest first.
    instructions: [u8; 6],
    /// Numbers that the latest one still waits for.
    numbers: u8,
}

impl Reader {
    /// Takes in a byte.
    fn take(&mut self, byte: u8) {
        if self.numbers > 0 {
            // The last byte of a LEB128 number is below 128.
            self.numbers -= u8::from(byte < 128);
            return;
        }
        self.instructions.rotate_right(1);
        self.instructions[0] = byte;
        self.numbers = match byte {
            // Loads and stores, indirect calls.
            40..=62 | 17 => 2,
            // Variables, memory, constants; blocks; branches; calls.
            32..=39 | 63..=66 | 2..=4 | 12..=13 | 16 => 1,
            _ => 0,
        };
    }

    /// What contexts are made from: the last three bytes of `before`, the instruction that the
    /// next byte belongs to (256: it is one itself), the last six instructions.
    fn seen(&self, before: &[u8]) -> [u32; 10] {
        let mut seen = [0; 10];
        for (place, &byte) in seen.iter_mut().zip(before.iter().rev().take(3)) {
            *place = u32::from(byte);
        }
        seen[3] = if self.numbers > 0 {
            u32::from(self.instructions[0])
        } else {
            256
        };
        for (place, &instruction) in seen[4..].iter_mut().zip(&self.instructions) {
            *place = u32::from(instruction);
        }
        seen
    }
}

/// The prediction of the next bit, and how it learns.
struct Model {
    predictions: Vec<f32>,
    counts: Vec<u8>,
    weights: Vec<f64>,
    reader: Reader,
    hashes: [u32; N],
    slots: [usize; N],
    signals: [f64; N],
    /// Where the two sets of weights begin.
    sets: [usize; 2],
    /// What each set says, before and after the sigmoid.
    sums: [f64; 2],
}

fn sigmoid(x: f64) -> f64 {
    x / (1.0 + x * x).sqrt()
}

impl Model {
    fn new() -> Self {
        Self {
            predictions: vec![0.0; 1 << SLOT_BITS],
            counts: vec![0; 1 << SLOT_BITS],
            weights: vec![0.3; 512 * N],
            reader: Reader::default(),
            hashes: [0; N],
            slots: [0; N],
            signals: [0.0; N],
            sets: [0; 2],
            sums: [0.0; 2],
        }
    }

    /// A byte begins, after those in `before`.
    fn begin(&mut self, before: &[u8]) {
        if let Some(&last) = before.last() {
            self.reader.take(last);
        }
        let seen = self.reader.seen(before);
        for ((hash, context), first) in self.hashes.iter_mut().zip(CONTEXTS).zip(1..) {
            *hash = first;
            for (place, value) in seen.iter().enumerate() {
                if (context >> place) & 1 == 1 {
                    *hash = hash
                        .wrapping_add(*value)
                        .wrapping_add(1)
                        .wrapping_mul(0x2F0B_4C47);
                    *hash ^= *hash >> 15;
                }
            }
        }
        self.sets[1] = (256 + seen[0] as usize) * N;
    }

    /// How likely the next bit is 1, with the bits of the byte so far in `partial`.
    fn predict(&mut self, partial: u32) -> f64 {
        self.sets[0] = partial as usize * N;
        self.sums = [0.0; 2];
        for i in 0..N {
            let hash = self.hashes[i].wrapping_add(partial);
            let slot = (hash.wrapping_mul(0x9E37_79B1) >> (32 - SLOT_BITS)) as usize;
            self.slots[i] = slot;
            let seen = f64::from(self.predictions[slot]);
            self.signals[i] = if self.counts[slot] == 0 {
                0.0
            } else {
                seen / (1.0001 - seen * seen).sqrt()
            };
            for set in 0..2 {
                self.sums[set] += self.signals[i] * self.weights[self.sets[set] + i];
            }
        }
        0.5 + sigmoid(f64::midpoint(self.sums[0], self.sums[1])) * 0.4999
    }

    /// The bit was 1, or 0.
    fn learn(&mut self, bit: bool) {
        let truth = if bit { 1.0 } else { -1.0 };
        for i in 0..N {
            let signal = self.signals[i];
            let step = 0.015 * signal / (1.0 + signal.abs() * 0.3);
            for set in 0..2 {
                self.weights[self.sets[set] + i] += (truth - sigmoid(self.sums[set])) * step;
            }
            let slot = self.slots[i];
            let (before, count) = (f64::from(self.predictions[slot]), self.counts[slot]);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "as a Float32Array stores it"
            )]
            let after = (before + (truth - before) / (f64::from(count) + 1.4)) as f32;
            self.predictions[slot] = after;
            self.counts[slot] += u8::from(count < 30);
        }
    }
}

/// The range that still stands for what was coded, both ends included, as five digits.
struct Range {
    low: u64,
    high: u64,
}

impl Range {
    const ALL: Self = Self {
        low: 0,
        high: FIRST * RADIX - 1,
    };

    /// The last number that stands for a 1.
    fn middle(&self, likely: f64) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "rounds down, lies within the range, and both are far below 2^53"
        )]
        let part = ((self.high - self.low) as f64 * likely) as u64;
        self.low + part
    }

    fn narrow(&mut self, middle: u64, bit: bool) {
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
    }

    /// Whether the first digit is settled; it is dropped then.
    fn shift(&mut self) -> Option<u64> {
        let first = self.low / FIRST;
        if first != self.high / FIRST {
            return None;
        }
        self.low = self.low % FIRST * RADIX;
        self.high = self.high % FIRST * RADIX + RADIX - 1;
        Some(first)
    }
}

/// Packs `bytes` into digits. Unpacking needs the number of bytes, too.
pub(super) fn squeeze(bytes: &[u8]) -> String {
    let mut model = Model::new();
    let mut range = Range::ALL;
    let mut out = String::new();
    for (at, &byte) in bytes.iter().enumerate() {
        model.begin(&bytes[..at]);
        let mut partial = 1;
        for place in (0..8).rev() {
            let bit = (byte >> place) & 1 == 1;
            let middle = range.middle(model.predict(partial));
            range.narrow(middle, bit);
            model.learn(bit);
            partial = partial * 2 + u32::from(bit);
            while let Some(digit) = range.shift() {
                out.push(character(digit));
            }
        }
    }
    let mut rest = range.high;
    let mut last = [' '; 5];
    for digit in last.iter_mut().rev() {
        *digit = character(rest % RADIX);
        rest /= RADIX;
    }
    out.extend(last);
    out
}

/// The character of a digit: from `!` on, four are left out.
fn character(digit: u64) -> char {
    let mut code = digit + 33;
    for left_out in ['"', '#', '%', '\\'] {
        code += u64::from(code >= u64::from(left_out));
    }
    u32::try_from(code)
        .ok()
        .and_then(char::from_u32)
        .unwrap_or('~')
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What [`UNSQUEEZE`] does.
    pub(in super::super) fn unsqueeze(packed: &str, length: usize) -> Vec<u8> {
        let mut model = Model::new();
        let mut range = Range::ALL;
        let mut next = packed.bytes().map(|code| {
            let above = |limit| u64::from(code > limit);
            u64::from(code) - 33 - 2 * above(35) - above(37) - above(92)
        });
        let mut value = 0;
        for digit in next.by_ref().take(5) {
            value = value * RADIX + digit;
        }
        let mut out = Vec::new();
        while out.len() < length {
            model.begin(&out);
            let mut partial = 1;
            while partial < 256 {
                let middle = range.middle(model.predict(partial));
                let bit = value <= middle;
                range.narrow(middle, bit);
                model.learn(bit);
                partial = partial * 2 + u32::from(bit);
                while range.shift().is_some() {
                    value = value % FIRST * RADIX + next.next().expect("a digit");
                }
            }
            out.push(u8::try_from(partial & 255).expect("a byte"));
        }
        assert_eq!(next.next(), None, "every digit is used");
        out
    }

    #[test]
    fn every_digit_has_a_character_of_its_own_that_needs_no_escape() {
        let all: String = (0..RADIX).map(character).collect();
        assert!(all.starts_with("!$&'") && all.ends_with('~'));
        assert!(!all.contains(['"', '#', '%', '\\', ' ']));
        let mut sorted: Vec<char> = all.chars().collect();
        sorted.dedup();
        assert_eq!(sorted.len(), 90);
    }

    #[test]
    fn text_that_repeats_gets_short() {
        let text = b"the same words, the same words, the same words, the same words".repeat(20);
        let packed = squeeze(&text);
        assert!(packed.len() * 10 < text.len(), "{}", packed.len());
        assert_eq!(unsqueeze(&packed, text.len()), text);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn any_bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            prop_assert_eq!(unsqueeze(&squeeze(&bytes), bytes.len()), bytes);
        }

        #[test]
        fn runs_come_back(length in 0_usize..2000, byte in any::<u8>()) {
            let bytes = vec![byte; length];
            prop_assert_eq!(unsqueeze(&squeeze(&bytes), length), bytes);
        }
    }
}
