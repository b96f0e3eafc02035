using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// Rows that attempts of another ledger have appended: its numbers are in the same column and mean other attempts, so
/// that taking back one of ours would delete theirs.
/// </summary>
internal static class RowsOfOthers
{
    /// <summary>Looks before anything is written, as from then on the marker is ours.</summary>
    /// <param name="database">The target, outside of a transaction.</param>
    /// <param name="context">The attempt.</param>
    /// <param name="start">What the load starts from.</param>
    /// <exception cref="PackageRefusedException">
    /// The table was last loaded by another ledger, and holds numbers that this one has given or is about to give.
    /// </exception>
    public static void Refuse(
        IDatabase database, TableName table, PackageContext context, WatermarkStart? start)
    {
        var definition = context.Object;
        if (definition.Load.Pattern.Value != LoadPattern.Append || !LoadContract.TakesBack(definition)
            || start is { IsFullRefresh: true } || !IsOfAnother(database, table, context.Ledger))
        {
            return;
        }

        var dialect = database.Platform.Dialect;
        var column = TargetRows.AuditColumn(definition);
        if (database.KindOf(table) is null
            || database.Columns(table).All(each => dialect.Fold(each.Name) != dialect.Fold(column)))
        {
            return;
        }

        var first = (start?.Unfinished ?? []).Append(context.AttemptId).Min();
        var others = database.Number(dialect.Count(table)) - database.Number(dialect.CountNulls(table, column))
            - database.Number(dialect.CountBelow(table, column), ("value", first));
        if (others > 0)
        {
            throw new PackageRefusedException(
                "ORC3444", ErrorClass.Config, "open",
                $"The table '{table}' was last loaded by another ledger, and {others} of its rows have numbers in "
                + $"'{column}' that this ledger gives to attempts of its own ({first} and on): what an attempt left "
                + "could not be told from them, and they could be deleted. Nothing was written. Run with the ledger "
                + "that loaded the table (--ledger, `orchestrator ledger restore`). Where that one is lost for good, "
                + "take its rows over (`orchestrator doctor --fix`); where all rows can be loaded again, empty the "
                + "table.");
        }
    }

    /// <summary>
    /// Looks whether it is known where an Append goes on: the watermark, or what is known of files, may be older than
    /// the rows that were taken over.
    /// </summary>
    /// <exception cref="PackageRefusedException">It is not: rows would be added that are there already.</exception>
    public static void RefuseUnknownStart(PackageContext context, WatermarkStart? start)
    {
        if (start is not { IsAdopted: true, IsFullRefresh: false })
        {
            return;
        }

        var definition = context.Object;
        var node = ShellWord.Quoted(definition.FullName);
        if (definition.Watermark is { } watermark)
        {
            throw UnknownStart(definition, $"the watermark '{watermark.Name}' does not say what of the source is in "
                + $"them: it stands at {start.Value ?? "the beginning"}, and rows would be added that are there "
                + "already",
                $"Say where it goes on (`orchestrator watermarks set {node} VALUE --reason TEXT`)");
        }

        // Whoever names it has looked.
        if (!context.IsNamed)
        {
            throw UnknownStart(definition, "nobody knows which files are in them: those that still lie there would be "
                + "loaded a second time", "Move away the files that the table holds, then name the package "
                + $"(`orchestrator run -s {ShellWord.Selector(definition.FullName)}`)");
        }
    }

    private static PackageRefusedException UnknownStart(ObjectDefinition definition, string why, string what) => new(
        PackageCodes.UnknownStart, ErrorClass.Config, "open",
        $"The rows of '{definition.Target.Name}' were taken over from an earlier ledger, and {why}. Nothing was "
        + $"written. {what}, or load everything anew (`orchestrator run --full-refresh`).");

    private static bool IsOfAnother(IDatabase database, TableName table, Guid ledger)
    {
        var dialect = database.Platform.Dialect;
        var markers = new MarkerDialect(dialect);
        if (database.KindOf(markers.Table) is null)
        {
            return false;
        }

        var (schema, name) = dialect.Fold(table);
        var found = database.Ask(markers.Read, ("schema", schema), ("name", name)).First;
        return found.Count > 0 && found[0] is { Length: > 0 } last && last != ledger.ToString();
    }
}
