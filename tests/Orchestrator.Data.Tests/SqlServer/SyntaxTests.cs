using System.Runtime.CompilerServices;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>
/// Each statement of this driver that is written down is read by Microsoft's parser in each version that the engine
/// goes to, as those of the ledger are by its own tests; what is put together at work the scripted server reads.
/// </summary>
internal sealed class SyntaxTests
{
    private const string Folder = "engine/Orchestrator.Data.SqlServer/sql";

    // Screens and files of metadata, without a statement; and expressions of SSIS with the SQL of each behind it.
    private static readonly string[] WithoutStatements =
        ["import-sqlserver", "drift-sqlserver", "validate-online-sqlserver", "sqlserver"];

    [TestCaseSource(nameof(Files))]
    public void A_file_of_statements_is_T_SQL(string path)
    {
        Assert.That(SqlSyntax.Refusal(File.ReadAllText(Path.Combine(Root(), path))), Is.Null);
    }

    [TestCaseSource(nameof(Files))]
    public void No_query_of_a_catalog_goes_twice_where_several_ways_lead(string path)
    {
        Assert.That(SqlSyntax.CallThemselves(File.ReadAllText(Path.Combine(Root(), path))), Is.Empty);
    }

    [TestCaseSource(nameof(ApprovedTexts))]
    public void Statements_that_were_approved_are_T_SQL(string path)
    {
        var blocks = File.ReadAllText(Path.Combine(Root(), path)).Split("\n\n");

        Assert.That(blocks.Select(SqlSyntax.Refusal).OfType<string>(), Is.Empty);
    }

    private static IEnumerable<string> Files() => Directory
        .EnumerateFiles(Path.Combine(Root(), Folder), "*.sql", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(Root(), path)).Order(StringComparer.Ordinal);

    // What was recorded of a conversation the scripted server has read.
    private static IEnumerable<string> ApprovedTexts() => Directory
        .EnumerateFiles(Path.Combine(Root(), "tests"), "*.txt", SearchOption.AllDirectories)
        .Where(path => Path.GetFileName(Path.GetDirectoryName(path)) == "Approved")
        .Where(path => path.Contains("sqlserver", StringComparison.OrdinalIgnoreCase)
            || path.Contains(Path.Combine("Data.Tests", "SqlServer"), StringComparison.Ordinal))
        .Where(path => !WithoutStatements.Contains(Path.GetFileNameWithoutExtension(path)))
        .Where(path => !File.ReadLines(path).First().Contains("login ", StringComparison.Ordinal))
        .Select(path => Path.GetRelativePath(Root(), path)).Order(StringComparer.Ordinal);

    private static string Root([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "..", "..", ".."));
}
