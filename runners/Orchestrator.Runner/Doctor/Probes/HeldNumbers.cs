using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>The greatest numbers of attempts that rows hold; it reads all of them.</summary>
internal sealed class HeldNumbers(Solution solution, ConnectionAccess access, CancellationToken cancellation)
{
    /// <summary>By package that loads the database, the greatest in its target and its error table.</summary>
    public IReadOnlyDictionary<string, long> Of(IDatabase database, DatabaseAddress address)
    {
        var (platform, dialect) = (database.Platform, database.Platform.Dialect);
        return solution.Projects.SelectMany(project => project.Objects)
            .Where(each => access.Writes(each, platform, address))
            .ToDictionary(each => each.FullName, each => Math.Max(
                Greatest(database, dialect.Table(each.Target.Schema, each.Target.Name),
                    each.SystemColumns.FirstOrDefault(column => column.Role == "RowAuditId")?.Column),
                Greatest(database, ConnectionAccess.ErrorTableOf(each, platform), "Attempt")));
    }

    private long Greatest(IDatabase database, TableName table, string? column)
    {
        var dialect = database.Platform.Dialect;
        if (column is null || database.KindOf(table) is null
            || database.Columns(table).All(each => dialect.Fold(each.Name) != dialect.Fold(column)))
        {
            return 0;
        }

        var rows = dialect.Select(table, [(column, null)], where: null);
        var found = TextRows.Of(database, new WatermarkDialect(dialect, column).Largest(rows), cancellation)[0][0];
        return long.TryParse(found, NumberStyles.Integer, CultureInfo.InvariantCulture, out var number) ? number : 0;
    }
}
