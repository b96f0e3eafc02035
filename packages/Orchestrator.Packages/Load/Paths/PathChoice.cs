using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>Gathers what the planner of the load has to know: from the metadata, or from both databases.</summary>
internal static class PathChoice
{
    /// <summary>The load path as far as the metadata tell it, in words; empty where nothing is read.</summary>
    public static string Known(ObjectDefinition definition, Solution solution)
    {
        if (definition.Source is not { } source)
        {
            return "";
        }

        if (Platforms.Of(solution, definition.Target.Connection) is not { } to)
        {
            return $"{LoadPath.IntoFile}";
        }

        var from = Addresses.Find(solution, source.Connection);
        var into = Addresses.Find(solution, definition.Target.Connection);
        var ends = Ends(Platforms.Of(from), to, definition) with
        {
            IsOneDatabase = from.Isolation == into.Isolation && from.ConnectionString == into.ConnectionString,
        };
        return (LoadPlanner.Slower(definition.Load, ends)?.ToString()
            ?? (LoadPlanner.InsideRefusal(definition.Load, ends) is null ? "server-side, " : "")
            + (to.Abilities.PassesRowsThrough ? "pass-through, " : "")
            + "or row batches: a run looks at the columns of both tables")
            + (definition.Load.SplitBy.Value is { } split ? $"; {split}" : "");
    }

    /// <summary>The load path; looks at the target only where that could change it.</summary>
    public static LoadPath Of(PackageContext context, LoadSource source, DatabaseAccess target, LoadColumns columns)
    {
        var ends = Ends(source.Platform, target.Platform, context.Object) with
        {
            IsOneDatabase = source.Address is { Isolation: ReadIsolation.ReadCommitted } from
                && from.ConnectionString == target.Address.ConnectionString,
        };
        if (LoadPlanner.Slower(context.Object.Load, ends) is { } slower)
        {
            return slower;
        }

        var name = target.Platform.Dialect.Table(context.Object.Target.Schema, context.Object.Target.Name);
        var isMadeAnew = context.Object.Load.Pattern.Value == LoadPattern.DropAndReload;
        var read = source.Reader.Columns;
        return target.Look(database => LoadPlanner.Choose(
            context.Object.Load,
            ends with { FromEncoding = source.TextEncoding, ToEncoding = database.TextEncoding },
            new PassedColumns(
                [.. columns.Guarded.Zip(columns.Moved, (guarded, moved) => (read[guarded.Source], moved))],
                [.. columns.Filled.Select(filled => filled.Column)],
                isMadeAnew ? [] : Real(context.Object, columns, database.Columns(name), target.Platform.Dialect))));
    }

    // Columns that are added on the way take NULL, whatever the metadata say of them.
    private static IReadOnlyList<RowColumn> Real(
        ObjectDefinition definition, LoadColumns columns, IReadOnlyList<RowColumn> there, Dialect dialect) =>
        there.Count == 0 || definition.Load.Drift.Value != Drift.AddColumns ? there :
        [
            .. there,
            .. columns.Target.Where(column => there.All(each => dialect.Fold(each.Name) != dialect.Fold(column.Name)))
                .Select(column => column with { Nullable = true }),
        ];

    private static LoadEnds Ends(IPlatform? from, IPlatform to, ObjectDefinition definition) => new(from, to)
    {
        HasFlow = definition.Plugin is not null,
        Computed = definition.Columns.FirstOrDefault(column => column.TargetExpression is not null)?.Target,
        Constant = ConstantColumns.Of(definition).FirstOrDefault()?.Target ?? HashColumn.Of(definition)?.Column,
        IsWholeTable = definition is { Watermark: null, Source: { Query: null, Procedure: null } },
        HasHooksInside = definition.Hooks.Any(hook => hook.Transaction == HookTransaction.Load),
        Redirects = definition.Errors.OnError.Value == Policy.Redirect,
    };
}
