#!/usr/bin/env bash
# The runs compared in docs/evolution.md: each way to breed from the same three seeds,
# to depth 3 unless it says otherwise, with about 177,000 games each. What is bred
# already is not bred again.
#
#   docs/study.sh DIRECTORY
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
mkdir -p "$out"
evolve=$out/evolve
go build -o "$evolve" ./cmd/evolve

breed() { # NAME FLAGS…: the same flags from three seeds, each champion then judged
	local name=$1 seed dir opponent
	shift
	for seed in 1 2 3; do
		dir=$out/$name-$seed
		if [ ! -e "$dir/champion.json" ] || ! "$evolve" status "$dir" --json | grep -q '"finished": true'; then
			rm -rf "$dir"
			"$evolve" run --seed "$seed" --quiet --out "$dir" "$@" >/dev/null
		fi
		for opponent in seed-blank seed-switch; do
			"$evolve" match "switch:file=$dir/champion.json" "$opponent" --depth 4 --pairs 1000 --seed 77 --quiet |
				sed -n "s/^ *score */$name, seed $seed, $opponent: /p"
		done
	done
}

four=(--scorers table,possibility,edge,blank)
breed cmaes --generations 40 "${four[@]}"
breed cmaes-32 --population 32 --generations 40 "${four[@]}"
breed generational --model generational --generations 40 "${four[@]}"
breed generational-32 --model generational --population 32 --generations 40 "${four[@]}"
breed islands --model islands --generations 40 "${four[@]}"
breed mgg --model mgg --generations 40 "${four[@]}"
breed depth-2 --depth 2 --generations 40 "${four[@]}"
breed depth-234 --depth 2,3,4 --generations 40 "${four[@]}"
breed pairs-6 --pairs 6 --generations 53 "${four[@]}"
breed rounds-3 --pairs 6 --rounds 3 --generations 53 "${four[@]}"
breed number --scorers table,possibility,edge,blank,number --generations 40
breed frontier --scorers table,possibility,edge,blank,frontier --generations 40
breed phases-10 --turns 6,12,18,24,30,36,42,48,54,60 --generations 40 "${four[@]}"
breed edgestability --generations 40
breed edgestability-frontier --scorers table,possibility,edge,blank,edgestability,frontier --generations 40
"$evolve" plot "$out"/{edgestability,cmaes,cmaes-32,generational,islands,mgg}-1 --out "$out"
