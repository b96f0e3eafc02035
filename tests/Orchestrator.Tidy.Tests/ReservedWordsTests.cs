using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// Names that the statements of SQL Server give are no words that it keeps for itself: it takes them in brackets alone,
/// and a scripted server takes anything.
/// </summary>
internal sealed partial class ReservedWordsTests
{
    private static readonly string[] Folders =
        ["engine/Orchestrator.Data.SqlServer/sql/", "engine/Orchestrator.Ledger/sql/sqlserver/"];

    // Those that could be taken for the name of a column, table or set of rows.
    private static readonly HashSet<string> Reserved = new(StringComparer.OrdinalIgnoreCase)
    {
        "add", "any", "authorization", "backup", "browse", "bulk", "check", "checkpoint", "close", "column", "commit",
        "compute", "constraint", "contains", "current", "cursor", "database", "default", "disk", "distributed",
        "double", "dump", "end", "errlvl", "escape", "exit", "external", "fetch", "file", "fillfactor", "foreign",
        "freetext", "full", "function", "group", "holdlock", "identity", "index", "key", "kill", "left", "lineno",
        "load", "merge", "national", "nocheck", "of", "off", "offsets", "open", "option", "order", "outer", "over",
        "percent", "pivot", "plan", "primary", "print", "proc", "procedure", "public", "read", "reconfigure",
        "references", "replication", "restore", "restrict", "return", "revert", "right", "rollback", "rowcount",
        "rowguidcol", "rule", "save", "schema", "setuser", "shutdown", "some", "statistics", "table", "textsize", "to",
        "top", "tran", "transaction", "trigger", "tsequal", "unique", "unpivot", "use", "user", "values", "varying",
        "view",
    };

    [Test]
    public void No_name_is_a_reserved_word()
    {
        var found =
            from folder in Folders
            from path in Directory.EnumerateFiles(
                Path.Combine(Repository.Root, folder), "*.sql", SearchOption.AllDirectories)
            from Match name in Named().Matches(Bare().Replace(File.ReadAllText(path), "''"))
            from Group word in new[] { name.Groups[1], name.Groups[2], name.Groups[3] }
            where Reserved.Contains(word.Value)
            select $"{Repository.Relative(path)}: {word.Value}";

        Assert.That(found, Is.Empty);
    }

    // Comments, texts and what stands in brackets.
    [GeneratedRegex(@"--[^\n]*|'(?:[^']|'')*'|\[[^\]]*\]")]
    private static partial Regex Bare();

    [GeneratedRegex(@"\bAS\s+(\w+)|(\w+)\s+AS\s*\(|\.\s*(\w+)", RegexOptions.IgnoreCase)]
    private static partial Regex Named();
}
