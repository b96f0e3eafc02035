using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>What a load in several streams needs, found in the metadata alone.</summary>
internal static class SplitChecks
{
    private const string Hint =
        "Take `splitBy` out here; `orchestrator help metadata` says which tables can be read in parts, and how.";

    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        var split = definition.Load.SplitBy;
        return split.Value is null || definition.Source is null ? []
            : Mistakes(definition, split.Value, solution).Take(1).Select(mistake => NameChecks.Error(
                "ORC1325", split.At.Line > 0 ? split.At : definition.At, mistake, Hint));
    }

    private static IEnumerable<string> Mistakes(ObjectDefinition definition, SplitBy split, Solution solution)
    {
        string?[] found =
        [
            Source(definition.Source!, Platforms.Of(solution, definition.Source!.Connection)),
            Target(definition.Load, Platforms.Of(solution, definition.Target.Connection)),
            Key(definition, split),
            Cap(definition.Source.Connection, split, solution),
            Cap(definition.Target.Connection, split, solution),
        ];
        return found.OfType<string>();
    }

    private static string? Source(ObjectSource source, IPlatform? platform) =>
        platform is null ? "`splitBy` parts the rows of a table, and the source is a file."
        : !platform.Abilities.SharesSnapshots
            ? $"`splitBy` needs several connections that see the same rows, and {platform.Name} has none."
        : source.Query is not null
            ? "`splitBy` parts the rows of a table; a query could return other rows to each part."
        : source.Procedure is not null ? "`splitBy` parts the rows of a table, and the source is a procedure."
        : null;

    private static string? Target(LoadOptions load, IPlatform? platform) =>
        platform is null ? "`splitBy` fills a load table from several streams, and the target is a file."
        : platform.Abilities.HasOneWriter ? $"`splitBy` writes in several streams, and {platform.Name} has one writer."
        : load.Pattern.Value == LoadPattern.TruncateInsert && load.Swap.Value == Swap.InPlace
            ? "`splitBy` fills a load table from several streams, and `swap: inPlace` has none."
        : load.Pattern.Value == LoadPattern.TruncateInsert && load.Swap.Value == Swap.Shadow
            && platform.Abilities.HidesExchangedRows
            ? $"`splitBy` cannot be with `swap: shadow` on {platform.Name}: readers whose snapshot is older than the "
                + "exchange would miss rows of several streams."
        : load.CommitRows.Value > 0 ? "`splitBy` commits each stream as a whole, and `commitRows` asks for less."
        : null;

    // Rows of one key then come in one stream, and the last of them is the last that was read.
    private static string? Key(ObjectDefinition definition, SplitBy split) =>
        definition.Load.Pattern.Value.IsByKey()
        && !definition.Columns.Any(column => column.Name == split.Column && column.Key > 0)
            ? $"`splitBy` with {definition.Load.Pattern.Value} goes by a column of the key, or which row of a key "
                + $"is the last would be chance; '{split.Column}' is none."
        : definition.Load.Pattern.Value.IsByKey() && definition.Columns.Any(column =>
            column.Name == split.Column && (column.SourceExpression ?? column.Value) is not null)
            ? $"`splitBy` with {definition.Load.Pattern.Value} goes by the key as it stands in the table, and "
                + $"'{split.Column}' is made from something else: rows of one key could come in two streams."
            : null;

    private static string? Cap(string connection, SplitBy split, Solution solution) =>
        solution.Connections.FirstOrDefault(one => one.Name == connection)?.MaxConcurrency is { } most
        && most < split.Parts
            ? $"`splitBy` opens {split.Parts} streams at '{connection}', whose `maxConcurrency` is {most}."
            : null;
}
