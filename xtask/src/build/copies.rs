//! Makes a call of every eight bytes that are copied from place to place. In
//! WebAssembly such a copy is four bytes long; as JavaScript, which has no whole
//! number of that size, it is sixty characters, and one to each byte where
//! nothing is known about the address.

use walrus::ir::{Call, Instr, InstrSeqId, LoadKind, MemArg, StoreKind, Value, VisitorMut};
use walrus::ir::{Const, dfs_pre_order_mut};
use walrus::{FunctionBuilder, FunctionId, FunctionKind, LocalFunction, MemoryId, Module, ValType};

/// Replaces the copies; answers how many.
pub(crate) fn call_for_copies(module: &mut Module) -> usize {
    let Some(memory) = module.memories.iter().next().map(walrus::Memory::id) else {
        return 0;
    };
    let functions: Vec<FunctionId> = module.funcs.iter_local().map(|(id, _)| id).collect();
    let mut replacing = Replacing {
        aligned: copier(module, memory, 4),
        any: copier(module, memory, 1),
        count: 0,
    };
    for id in functions {
        if let FunctionKind::Local(function) = &mut module.funcs.get_mut(id).kind {
            replace(function, &mut replacing);
        }
    }
    walrus::passes::gc::run(module);
    replacing.count
}

struct Replacing {
    /// For addresses that are multiples of four.
    aligned: FunctionId,
    /// For any.
    any: FunctionId,
    count: usize,
}

impl VisitorMut for Replacing {
    fn start_instr_seq_mut(&mut self, seq: &mut walrus::ir::InstrSeq) {
        let mut at = 0;
        while at + 1 < seq.instrs.len() {
            if let Some((to, from)) = copy(&seq.instrs[at].0, &seq.instrs[at + 1].0) {
                let func = if to.align.min(from.align) >= 4 {
                    self.aligned
                } else {
                    self.any
                };
                let place = seq.instrs[at].1;
                let call = [constant(to), constant(from), Instr::Call(Call { func })];
                seq.instrs
                    .splice(at..at + 2, call.map(|instr| (instr, place)));
                self.count += 1;
            }
            at += 1;
        }
    }
}

fn replace(function: &mut LocalFunction, replacing: &mut Replacing) {
    let entry: InstrSeqId = function.entry_block();
    dfs_pre_order_mut(replacing, function, entry);
}

/// Where eight bytes go and where they come from, if these two do that.
fn copy(first: &Instr, second: &Instr) -> Option<(MemArg, MemArg)> {
    let (Instr::Load(load), Instr::Store(store)) = (first, second) else {
        return None;
    };
    let whole = matches!(load.kind, LoadKind::I64 { atomic: false })
        && matches!(store.kind, StoreKind::I64 { atomic: false });
    whole.then_some((store.arg, load.arg))
}

fn constant(place: MemArg) -> Instr {
    let offset = u32::try_from(place.offset).unwrap_or(u32::MAX);
    Instr::Const(Const {
        value: Value::I32(offset.cast_signed()),
    })
}

/// A function of two addresses and what to add to each.
fn copier(module: &mut Module, memory: MemoryId, align: u32) -> FunctionId {
    let [to, from, to_plus, from_plus] = [(); 4].map(|()| module.locals.add(ValType::I32));
    let (low, high) = (
        module.locals.add(ValType::I32),
        module.locals.add(ValType::I32),
    );
    let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32; 4], &[]);
    let half = |offset| MemArg { align, offset };
    let i32_load = LoadKind::I32 { atomic: false };
    let i32_store = StoreKind::I32 { atomic: false };
    let add = walrus::ir::BinaryOp::I32Add;
    builder
        .func_body()
        .local_get(from)
        .local_get(from_plus)
        .binop(add)
        .local_tee(from)
        .load(memory, i32_load, half(0))
        .local_set(low)
        .local_get(from)
        .load(memory, i32_load, half(4))
        .local_set(high)
        .local_get(to)
        .local_get(to_plus)
        .binop(add)
        .local_tee(to)
        .local_get(low)
        .store(memory, i32_store, half(0))
        .local_get(to)
        .local_get(high)
        .store(memory, i32_store, half(4));
    builder.finish(vec![to, from, to_plus, from_plus], &mut module.funcs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function that copies eight bytes, exported with its module.
    fn module(kind: LoadKind, align: u32) -> Module {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let mut body = FunctionBuilder::new(&mut module.types, &[], &[]);
        body.func_body()
            .i32_const(8)
            .i32_const(16)
            .load(memory, kind, MemArg { align, offset: 3 })
            .store(
                memory,
                StoreKind::I64 { atomic: false },
                MemArg {
                    align: 8,
                    offset: 5,
                },
            );
        let id = body.finish(vec![], &mut module.funcs);
        module.exports.add("start", id);
        module
    }

    fn functions(module: &Module) -> usize {
        module.funcs.iter().count()
    }

    #[test]
    fn a_copy_becomes_a_call_of_the_copier_for_its_alignment() {
        for align in [1, 4, 8] {
            let mut module = module(LoadKind::I64 { atomic: false }, align);
            assert_eq!(call_for_copies(&mut module), 1);
            // Itself and one copier; the other is nobody's.
            assert_eq!(functions(&module), 2, "{align}");
        }
    }

    #[test]
    fn what_is_no_copy_stays() {
        let extended = LoadKind::I64_8 {
            kind: walrus::ir::ExtendedLoad::ZeroExtend,
        };
        let mut module = module(extended, 1);
        assert_eq!(call_for_copies(&mut module), 0);
        assert_eq!(functions(&module), 1);
    }
}
