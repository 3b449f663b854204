#!/usr/bin/env python3
"""Draws what a run of evolution did, from its tables: ./draw.py RUN [-o PICTURE]

Needs pandas and matplotlib. docs/reference/files.md says what each column of history.csv and timing.csv is.
"""
import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")  # draws without a screen
import matplotlib.pyplot as plt
import pandas as pd


def opponents(history):
    """Returns the names of the fixed opponents: the columns that have a lower and an upper end."""
    return [name for name in history.columns if f"{name} low" in history.columns]


def strength(axes, history):
    """Draws the champion's score against each reference opponent, with its 95 % interval."""
    for name in opponents(history):
        line, = axes.step(history["games played"], 100 * history[name], where="post", label=name)
        axes.fill_between(history["games played"], 100 * history[f"{name} low"], 100 * history[f"{name} high"],
                          step="post", alpha=0.15, color=line.get_color())
    axes.axhline(50, color="grey", linewidth=0.5)
    axes.set(title="The champion against reference opponents", ylabel="score, %")
    axes.legend()


def population(axes, history):
    """Draws how different the genomes are, and how much selection moves them."""
    axes.plot(history["games played"], history["diversity"], label="diversity")
    for column, label in (("selection", "selection"), ("success", "success of offspring")):
        if history[column].notna().any():
            smooth = history[column].rolling(10, min_periods=1).mean()
            axes.plot(history["games played"], smooth, label=f"{label}, mean of 10 generations")
    axes.set(title="The population", ylim=(0, None))
    axes.legend()


def cost(axes, history):
    """Draws games for each second of CPU time."""
    sums = history[["games", "cpu"]].rolling(10, min_periods=1).sum()  # generations may differ in depth
    axes.plot(history["games played"], sums["games"] / sums["cpu"])
    axes.set(title="Speed", xlabel="games", ylabel="games a second of CPU time", ylim=(0, None))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, default="run.png")
    options = parser.parse_args()
    history = pd.read_csv(options.run / "history.csv")
    times = pd.read_csv(options.run / "timing.csv")[["generation", "cpu"]]
    history = history.merge(times, on="generation", how="left")
    history["games played"] = history["games"].cumsum()

    figure, all_axes = plt.subplots(3, 1, figsize=(8, 10), sharex=True)
    for draw, axes in zip((strength, population, cost), all_axes):
        draw(axes, history)
    figure.tight_layout()
    figure.savefig(options.output)

    last = history.iloc[-1]
    print(f"{options.run}: {last['generation']:.0f} generations, {last['games played']:,.0f} games, "
          f"{history['promoted'].sum()} champions")
    for name in opponents(history):
        print(f"{100 * last[name]:7.1f} %  ({100 * last[f'{name} low']:.1f} to {100 * last[f'{name} high']:.1f})  {name}")
    print(options.output)


if __name__ == "__main__":
    main()
