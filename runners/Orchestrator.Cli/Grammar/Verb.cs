using System.CommandLine;

namespace Orchestrator.Cli.Grammar;

/// <summary>One verb of the command with what its help shows.</summary>
internal sealed class Verb : Command
{
    public Verb(string name, string description, Func<Call, int> run) : base(name, description) => Run = run;

    /// <summary>What the verb does; returns the exit code.</summary>
    public Func<Call, int> Run { get; }

    /// <summary>The arguments and options that only this verb takes.</summary>
    public IReadOnlyList<Symbol> Takes
    {
        init
        {
            foreach (var symbol in value)
            {
                if (symbol is Option option)
                {
                    Add(option);
                }
                else
                {
                    Add((Argument)symbol);
                }
            }
        }
    }

    /// <summary>What `-o` takes, the default first.</summary>
    public IReadOnlyList<string> Outputs { get; init; } = ["text", "json"];

    /// <summary>Lines that work as typed, without the name of the command.</summary>
    public IReadOnlyList<string> Examples { get; init; } = [];

    /// <summary>The line that tells of runs from the ledger and changes nothing in it, without the name of the command;
    /// null = no line does. Tests ask each with names, secrets and ledgers that are hostile, gone or damaged.</summary>
    public string? Look { get; init; }

    /// <summary>An argument that may be left out.</summary>
    public static Argument<string?> Optional(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.ZeroOrOne };

    /// <summary>An argument of which there may be several, and must be one.</summary>
    public static Argument<string[]> Several(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.OneOrMore };

    /// <summary>An argument that must be there.</summary>
    public static Argument<string> Required(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.ExactlyOne };
}
