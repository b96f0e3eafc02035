using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// A process that opens a live database file as a plain file and closes it drops all of SQLite's locks on it, and two
/// writers meet. So nobody opens one but SQLite, and connections are made in one place.
/// </summary>
internal sealed partial class DatabaseFilesTests
{
    private static readonly string[] MayOpenPlainFiles =
    [
        "engine/Orchestrator.Data.Sqlite/SqliteLockFile.cs",
        "engine/Orchestrator.Ledger/FileRunLock.cs",
        "engine/Orchestrator.Ledger/Leases/MachineProcess.cs",
        "engine/Orchestrator.Ledger/RunBeginning.cs",
    ];

    [Test]
    public void Connections_to_SQLite_are_made_in_one_place()
    {
        var found = Sources("")
            .Where(path => File.ReadAllText(path).Contains("new SqliteConnection(", StringComparison.Ordinal))
            .Select(Repository.Relative);

        Assert.That(found, Is.EqualTo(new[] { "engine/Orchestrator.Data.Sqlite/SqliteDatabase.cs" }));
    }

    [Test]
    public void What_knows_the_path_of_a_database_opens_no_plain_file()
    {
        var found = Sources("engine/Orchestrator.Ledger/").Concat(Sources("engine/Orchestrator.Data.Sqlite/"))
            .Where(path => PlainFile().IsMatch(File.ReadAllText(path)))
            .Select(Repository.Relative)
            .Except(MayOpenPlainFiles);

        Assert.That(found, Is.Empty);
    }

    private static IEnumerable<string> Sources(string folder) => Repository.Files("*.cs").Where(path =>
        Repository.Relative(path) is var name && !name.StartsWith("tests/", StringComparison.Ordinal)
        && name.StartsWith(folder, StringComparison.Ordinal));

    [GeneratedRegex(
        @"new (FileStream|StreamReader|StreamWriter)\((?!stream)|\bFile\.(Open|Read|Write|Append|Copy|Create)")]
    private static partial Regex PlainFile();
}
