#!/usr/bin/env bash
# The runs compared in docs/background/evolution.md. "models" evolves with each model from eight seeds, sixty
# generations with the default settings. "long" evolves with two of them from eight other seeds, five minutes
# of CPU time each. "settings" evolves with CMA-ES and one setting after the other from three seeds, about
# 177,000 games each. Each champion then plays seed-switch and seed-blank to depth 4. A line has the name, the
# seed, both scores, CPU seconds, games, and the diversity at the end. Finished runs are not repeated.
#
#   docs/background/study.sh models|long|settings DIRECTORY
set -euo pipefail
cd "$(dirname "$0")/../.."
what=$1 out=$2
mkdir -p "$out"
evolve=$out/evolve
go build -o "$evolve" ./cmd/evolve

openings=77 # their seed

score() { # CHAMPION OPPONENT
	"$evolve" match "$1" "$2" --depth 4 --pairs 1000 --seed "$openings" --quiet | sed -n 's/^ *score *//p' | cut -d' ' -f1
}

breed() { # NAME SEEDS FLAGS…: the same flags from each seed
	local name=$1 seeds=$2 seed dir
	shift 2
	for seed in $seeds; do
		dir=$out/$name-$seed
		if [ ! -e "$dir/champion.json" ] || ! "$evolve" status "$dir" --json | grep -q '"finished": true'; then
			rm -rf "$dir"
			"$evolve" run --seed "$seed" --quiet --out "$dir" "$@" >/dev/null
		fi
		echo "$name $seed $(score "$dir/champion.json" seed-switch) $(score "$dir/champion.json" seed-blank)" \
			"$(awk -F, 'NR > 1 {cpu += $3; games += $4} END {print int(cpu), games}' "$dir/timing.csv")" \
			"$(tail -n 1 "$dir/history.csv" | cut -d, -f6)"
	done
}

if [ "$what" = models ]; then
	for model in generational cmaes islands differential mgg mirrored; do
		breed $model "1 2 3 4 5 6 7 8" --model $model --generations 60
	done
	exit
fi
if [ "$what" = long ]; then
	openings=424242
	breed generational "11 12 13 14 15 16 17 18" --model generational --generations 372
	breed cmaes "11 12 13 14 15 16 17 18" --model cmaes --generations 381
	exit
fi

four=(--model cmaes --scorers table,possibility,edge,blank)
breed cmaes "1 2 3" --generations 40 "${four[@]}"
breed cmaes-32 "1 2 3" --population 32 --generations 40 "${four[@]}"
breed depth-2 "1 2 3" --depth 2 --generations 40 "${four[@]}"
breed depth-234 "1 2 3" --depth 2,3,4 --generations 40 "${four[@]}"
breed pairs-6 "1 2 3" --pairs 6 --generations 53 "${four[@]}"
breed rounds-3 "1 2 3" --pairs 6 --rounds 3 --generations 53 "${four[@]}"
breed number "1 2 3" --model cmaes --scorers table,possibility,edge,blank,number --generations 40
breed frontier "1 2 3" --model cmaes --scorers table,possibility,edge,blank,frontier --generations 40
breed phases-10 "1 2 3" --turns 6,12,18,24,30,36,42,48,54,60 --generations 40 "${four[@]}"
breed edgestability "1 2 3" --model cmaes --generations 40
breed edgestability-frontier "1 2 3" --model cmaes --scorers table,possibility,edge,blank,edgestability,frontier --generations 40
