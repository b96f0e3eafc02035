using System.CommandLine;
using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Compare;

/// <summary>`compare data A B`: which rows of two sides differ, and in what.</summary>
internal static class CompareData
{
    private const int LimitMax = 100_000;

    private static readonly Option<string[]> Key = CommonOptions.Texts(
        "--key", "COLUMN", "data: a column that tells rows apart; repeatable [default: as declared, else the "
            + "catalog's; without one whole rows are compared]");

    private static readonly Option<string[]> Columns = CommonOptions.Texts(
        "--columns", "COLUMN", "data: only these columns; repeatable");

    private static readonly Option<string[]> Exclude = CommonOptions.Texts(
        "--exclude", "COLUMN", "data: all columns but these; repeatable");

    private static readonly Option<string> Format = CommonOptions.Text(
        "--format", "NAME", "data: format of what is a file [default: the one called as its ending, else csv]");

    private static readonly Option<string[]> Allow = CommonOptions.Texts(
        "--allow", "RULE", $"data: what is no difference: {AllowedRules.Spelled}; repeatable");

    private static readonly Option<string> Limit = CommonOptions.Text(
        "--limit", "ROWS", "data, parity: rows that are shown at most [default: 20]");

    private static readonly Option<string> Timeout = CommonOptions.Text(
        "--timeout", "TIME", "data, parity: how long one comparison may take [default: as long as it takes]");

    /// <summary>What the entries of a solution say themselves.</summary>
    public static IReadOnlyList<Option> OfEntries { get; } = [Key, Columns, Exclude, Format, Allow];

    /// <summary>All that it takes.</summary>
    public static IReadOnlyList<Option> Options { get; } = [.. OfEntries, Limit, Timeout];

    /// <summary>How many rows are shown at most, and how long a comparison may take; null = nobody said.</summary>
    public static (int? Rows, TimeSpan? Time) LimitsOf(Call call)
    {
        var (text, from) = call.Text(Limit);
        int? rows = text is null ? null
            : int.TryParse(text, out var number) && number is >= 0 and <= LimitMax ? number
            : throw new UsageException($"expected {from} to be a whole number from 0 to {LimitMax}, got: '{text}'");
        return (rows, call.Duration(Timeout).Value);
    }

    public static int Run(Call call, string one, string other)
    {
        var entry = new ParityEntry
        {
            Old = one,
            New = other,
            Key = call.Texts(Key),
            Columns = call.Texts(Columns),
            Exclude = call.Texts(Exclude),
            Format = call.Text(Format).Value,
            Allow = AllowedRules.Of(call.Texts(Allow)),
        };
        var limits = LimitsOf(call);
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        try
        {
            var compared = ComparedEntry.Of(call, solution, entry, limits);
            if (compared.Error is { } error)
            {
                call.Messages.Write(ConnectionTestScreen.Failure(
                    error.Connection.Length > 0 ? error.Connection : "compare data", error));
                return compared.ExitCode;
            }

            var shown = ShownComparison.Of(compared, call.Host.Secrets);
            call.Write(() => ComparisonDocument.Of(shown), () => ComparisonScreen.Lines(shown));
            return compared.ExitCode;
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }
    }
}
