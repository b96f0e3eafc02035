using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Where rows of flows come from and go to, in our words.</summary>
internal sealed class FlowEnds(TaskContext context, SsisExecutable flow, Readings read)
{
    private const string FormatKey = "format";

    /// <summary>The connection of an end, and what stands under `source` or `target`.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public (ConnectionDraft Connection, DraftMap Said) Of(FlowEnd end, bool isTarget = false)
    {
        switch (end)
        {
            case FlowTable table:
                var there = context.Database(table.Connection, flow.Path);
                there = table.Database.Length == 0 ? there : context.Connections.Beside(there, table.Database);
                var named = new NamedTable(table.Schema, table.Name);
                named = isTarget ? context.Connections.Written(there, named) : named;
                return (there, DraftMap.Of(
                    DraftEntry.Maybe("schema", named.Schema),
                    DraftEntry.Of("name", named.Name),
                    DraftEntry.If(isTarget, "create", DraftPart.Of("never"))));
            case FlowQuery query:
                return (context.Database(query.Connection, flow.Path), DraftMap.Of(
                    DraftEntry.Of("query", StatementWords.Tidy(query.Sql))));
            case FlowProcedure procedure:
                return (context.Database(procedure.Connection, flow.Path), DraftMap.Of(
                    DraftEntry.Of("procedure", procedure.Name),
                    DraftEntry.If(procedure.Arguments.Count > 0, "arguments", new DraftMap(
                        [.. procedure.Arguments.Select(each => DraftEntry.Of(each.Name, each.Value))]))));
            case FlowFile file:
                var (folder, name) = new TaskPaths(context, flow, read).File(
                    new TaskPath(TextSource.File, file.Connection));
                return (folder, DraftMap.Of(
                    DraftEntry.Of(DraftKinds.Files, name),
                    isTarget || name.AsSpan().IndexOfAny('*', '?') < 0 ? null : DraftMask.Case(name),
                    DraftEntry.Maybe(FormatKey, Format(folder, file))));
            default:
                throw new OpenException(SsisOpenCodes.Flow, "rows come from or go to a place that is not known",
                    end.Connection, SsisOpenCodes.Hour);
        }
    }

    // The usual one has no name of its own.
    private static string? Format(ConnectionDraft folder, FlowFile file)
    {
        var said = file.Format;
        var map = DraftMap.Of(
            DraftEntry.If(said.Style != FlowFileStyle.Csv, "style", DraftPart.Of(said.Style switch
            {
                FlowFileStyle.Bcp => "bcp",
                FlowFileStyle.Fixed => "fixed",
                FlowFileStyle.Excel => "excel",
                _ => "csv",
            })),
            DraftEntry.Maybe("field", said.Field),
            DraftEntry.Maybe("row", said.Row),
            DraftEntry.Maybe("quote", said.Quote),
            DraftEntry.Maybe("encoding", said.Encoding),
            DraftEntry.Maybe("decimal", said.Decimal),
            DraftEntry.If(!said.HasHeader && said.Style is FlowFileStyle.Csv or FlowFileStyle.Excel, "header",
                DraftPart.Of("none")),
            DraftEntry.If(said.SkipLines > 0, "skipLines",
                new DraftBare(said.SkipLines.ToString(CultureInfo.InvariantCulture))),
            DraftEntry.If(said.FillsShortRows, "shortRows", DraftPart.Of("fill")),
            DraftEntry.If(said.Widths.Count > 0, "widths", new DraftList([.. said.Widths.Select(each =>
                new DraftBare(each.ToString(CultureInfo.InvariantCulture)))])),
            DraftEntry.Maybe("sheet", said.Sheet),
            DraftEntry.Maybe("range", said.Range));
        if (map.Entries.Count == 0)
        {
            return null;
        }

        var text = ForeignPlaceholders.Refused(DraftYaml.Of(map), $"the form of '{file.Connection}'");
        var name = DraftNames.Free(DraftNames.Plain(file.Connection, "form"), each =>
            !folder.Formats.TryGetValue(each, out var there) || DraftYaml.Of(there) == text);
        folder.Formats.TryAdd(name, map);
        // As it is written there, where two names differ in case alone.
        return folder.Formats.Keys.First(each => each.Equals(name, StringComparison.OrdinalIgnoreCase));
    }
}
