using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;
using Orchestrator.Import;
using Orchestrator.Import.Sql;

namespace Orchestrator.Cli.Imports;

/// <summary>What an import of scripts found, wrote, and could not read.</summary>
internal static class ImportSqlScreen
{
    /// <summary>The scripts, as sentences name them.</summary>
    public const string From = "the SQL";

    public static object Document(ImportResult result, SqlContent read) => new
    {
        schema_version = Json.SchemaVersion,
        platform = result.Content.Platform.Name,
        files = read.Files,
        tables = result.Content.Tables.Count - result.LeftOut.Count,
        views = result.Content.Wanted.Count(table => table.Kind != CatalogTable.Table),
        is_dry_run = result.IsDry,
        is_different = result.IsDifferent,
        is_partial = read.IsPartial,
        written = result.Written,
        unchanged = result.Unchanged,
        different = result.Different.Select(ImportScreen.Document),
        gone = result.Gone,
        left_out = result.LeftOut.Select(each => new { table = each.Table.ToString(), why = each.Why }),
        circles = result.Circles.Select(each => new { from = each.From.ToString(), to = each.To.ToString() }),
        problems = read.Problems.Select(DiagnosticDocument.Of),
    };
}
