using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>Asks both databases for what the planner of the load has to know.</summary>
internal static class PathChoice
{
    /// <summary>The load path; looks at the target only where that could change it.</summary>
    public static LoadPath Of(PackageContext context, LoadSource source, DatabaseAccess target, LoadColumns columns)
    {
        var ends = new LoadEnds(source.Platform, target.Platform)
        {
            Constant = ConstantColumns.Of(context.Object).FirstOrDefault()?.Target
                ?? HashColumn.Of(context.Object)?.Column,
        };
        if (LoadPlanner.Slower(context.Object.Load, ends) is { } slower)
        {
            return slower;
        }

        using var database = target.Open();
        var name = target.Platform.Dialect.Table(context.Object.Target.Schema, context.Object.Target.Name);
        var isMadeAnew = context.Object.Load.Pattern.Value == LoadPattern.DropAndReload;
        var read = source.Reader.Columns;
        return LoadPlanner.Choose(
            context.Object.Load,
            ends with { FromEncoding = source.TextEncoding, ToEncoding = database.TextEncoding },
            new PassedColumns(
                [.. columns.Guarded.Zip(columns.Moved, (guarded, moved) => (read[guarded.Source], moved))],
                [.. columns.Filled.Select(filled => filled.Column)],
                isMadeAnew ? [] : database.Columns(name)));
    }
}
