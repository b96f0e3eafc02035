using System.CommandLine;
using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Imports;

/// <summary>One thing that can be imported: a row of the table of <see cref="ImportVerb"/>.</summary>
/// <param name="Word">The word behind the verb.</param>
/// <param name="Does">What it takes, for the help.</param>
/// <param name="Run">Imports; returns the exit code.</param>
internal sealed record ImportKind(string Word, string Does, Func<Call, int> Run)
{
    /// <summary>The options of the verb that it takes; any other one is refused.</summary>
    public IReadOnlyList<Option> Options { get; init; } = [];

    /// <summary>Lines that work as typed, without the name of the command.</summary>
    public IReadOnlyList<string> Examples { get; init; } = [];
}
