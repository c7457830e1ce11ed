//! Solutions in words.

use super::{Continuation, Reply, Solution, Verdict};
use fairyring_game::Text;

/// A solution with its moves as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionText {
    /// Mate in this many moves was asked for.
    pub moves: u32,
    /// `sound`, `cooked` or `no solution`.
    pub verdict: &'static str,
    /// The fewest moves that mate, if the side to move mates in time.
    pub shortest: Option<u32>,
    /// The keys with their variations.
    pub keys: Vec<ContinuationText>,
    /// The tries.
    pub tries: Vec<TryText>,
    /// Whether the tree of variations was cut at its limit.
    pub cut: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// A try with the answers that refute it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TryText {
    /// The move.
    pub m: String,
    /// The refutations.
    pub refutations: Vec<String>,
}

/// As [`Continuation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContinuationText {
    /// The move.
    pub m: String,
    /// It mates in this many moves, itself counted.
    pub moves: u32,
    /// The answers.
    pub replies: Vec<ReplyText>,
}

/// As [`Reply`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyText {
    /// The answer.
    pub m: String,
    /// Whether several moves mate after it.
    pub dual: bool,
    /// The moves that mate soonest.
    pub continuations: Vec<ContinuationText>,
}

fn continuation<G: Text>(position: &G, node: &Continuation<G::Move>) -> ContinuationText {
    let mut next = position.clone();
    next.play_unchecked(node.m);
    let replies = node.replies.iter().map(|node| reply(&next, node)).collect();
    ContinuationText { m: position.move_text(node.m), moves: node.moves, replies }
}

fn reply<G: Text>(position: &G, node: &Reply<G::Move>) -> ReplyText {
    let mut next = position.clone();
    next.play_unchecked(node.m);
    let continuations = node.continuations.iter().map(|node| continuation(&next, node)).collect();
    ReplyText { m: position.move_text(node.m), dual: node.is_dual(), continuations }
}

impl SolutionText {
    /// The solution of a position, in words; keys, tries, refutations and answers are sorted bytewise.
    #[must_use]
    pub fn new<G: Text>(position: &G, solution: &Solution<G::Move>) -> Self {
        let mut tries: Vec<_> = solution
            .tries
            .iter()
            .map(|attempt| {
                let mut next = position.clone();
                next.play_unchecked(attempt.m);
                let mut refutations: Vec<_> = attempt.refutations.iter().map(|&m| next.move_text(m)).collect();
                refutations.sort();
                TryText { m: position.move_text(attempt.m), refutations }
            })
            .collect();
        tries.sort_by(|a, b| (a.refutations.len(), &a.m).cmp(&(b.refutations.len(), &b.m)));
        let mut keys: Vec<_> = solution.keys.iter().map(|node| continuation(position, node)).collect();
        sort(&mut keys);
        Self {
            moves: solution.moves,
            verdict: match solution.verdict() {
                Verdict::Sound => "sound",
                Verdict::Cooked => "cooked",
                Verdict::NoSolution => "no solution",
            },
            shortest: solution.shortest,
            keys,
            tries,
            cut: solution.cut,
            nodes: solution.nodes,
        }
    }

    /// The solution as lines: verdict, keys with their variations, duals marked, tries.
    #[must_use]
    pub fn lines(&self) -> String {
        let mut text = format!("mate in {}: {}", self.moves, self.verdict);
        if let Some(shortest) = self.shortest.filter(|&shortest| shortest < self.moves) {
            text += &format!(", mates in {shortest}");
        }
        text.push('\n');
        for key in &self.keys {
            write(&mut text, key, 1, "!");
        }
        for attempt in &self.tries {
            text += &format!("1. {}?  but 1... {}!\n", attempt.m, attempt.refutations.join(", "));
        }
        if self.cut {
            text += "(the tree was cut at its limit)\n";
        }
        text
    }
}

fn sort(continuations: &mut [ContinuationText]) {
    for node in &mut *continuations {
        for reply in &mut node.replies {
            sort(&mut reply.continuations);
        }
        node.replies.sort_by(|a, b| a.m.cmp(&b.m));
    }
    // Within a dual the move whose variations are shown stays first.
    continuations.sort_by(|a, b| (a.replies.is_empty(), &a.m).cmp(&(b.replies.is_empty(), &b.m)));
}

fn write(text: &mut String, node: &ContinuationText, number: u32, mark: &str) {
    let indent = "    ".repeat(number as usize - 1);
    let end = if node.moves == 1 { "#" } else { "" };
    *text += &format!("{indent}{number}. {}{end}{mark}\n", node.m);
    for reply in &node.replies {
        *text += &format!("{indent}  {number}... {}{}\n", reply.m, if reply.dual { "  (dual)" } else { "" });
        for continuation in &reply.continuations {
            write(text, continuation, number + 1, "");
        }
    }
}
