#!/usr/bin/env bash
# Instructions a ply of random games, counted by callgrind, beside the pinned ones: a guard that load on the machine cannot
# disturb. `instructions.sh` compares and fails where a count has grown by more than the tolerance; `instructions.sh --pin`
# writes the counts down.
#
# A count is the difference of two runs, one with three times the games of the other, so that start-up falls out. Loops of
# plain x86-64 with POPCNT and BMI are counted (the path `magic`), which every processor of the last ten years runs; the
# compiler's version is pinned along, for another compiler makes other instructions.
set -euo pipefail
cd "$(dirname "$0")/.."
pinned=benches/instructions.tsv
tolerance=2 # per cent

command -v valgrind > /dev/null || { echo "valgrind is not installed" >&2; exit 2; }
cargo build --quiet --profile bench --package fairyring-benches --example random_games
program=target/release/examples/random_games
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Games of the short run: about as many plies for each game.
declare -A games=([chess]=4 [behemoth]=100 [astral]=4 [ultima]=2 [shahki]=2 [cards]=1 [wari]=40)

# Prints instructions and plies of some games.
count() {
    local plies instructions
    plies=$(valgrind --tool=callgrind --callgrind-out-file="$work/out" --log-file="$work/log" "$program" "$1" "$2" magic |
        awk '{ print $3 }')
    instructions=$(awk '/^(summary|totals):/ { print $2; exit }' "$work/out")
    echo "$instructions $plies"
}

compiler=$(rustc --version | cut -d' ' -f2)
declare -A found
for game in chess behemoth astral ultima shahki cards wari; do
    read -r few few_plies < <(count "$game" "${games[$game]}")
    read -r many many_plies < <(count "$game" $((3 * games[$game])))
    found[$game]=$(awk -v i=$((many - few)) -v p=$((many_plies - few_plies)) 'BEGIN { printf "%.1f", i / p }')
done

if [ "${1-}" = --pin ]; then
    {
        printf 'compiler\t%s\n' "$compiler"
        for game in chess behemoth astral ultima shahki cards wari; do printf '%s\t%s\n' "$game" "${found[$game]}"; done
    } > "$pinned"
    cat "$pinned"
    exit
fi

[ "$(awk '$1 == "compiler" { print $2 }' "$pinned")" = "$compiler" ] ||
    echo "pinned with another compiler; pin again with --pin before you believe a difference" >&2
status=0
printf '%-10s %10s %10s %8s\n' game pinned now change
for game in chess behemoth astral ultima shahki cards wari; do
    old=$(awk -v game="$game" '$1 == game { print $2 }' "$pinned")
    change=$(awk -v old="$old" -v new="${found[$game]}" 'BEGIN { printf "%.2f", 100 * (new / old - 1) }')
    printf '%-10s %10s %10s %7s %%\n' "$game" "$old" "${found[$game]}" "$change"
    if awk -v change="$change" -v tolerance="$tolerance" 'BEGIN { exit !(change > tolerance) }'; then
        echo "$game has grown by more than $tolerance %" >&2
        status=1
    fi
done
exit $status
