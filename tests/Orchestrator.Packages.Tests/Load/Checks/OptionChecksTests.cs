using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;

namespace Orchestrator.Packages.Tests.Load.Checks;

/// <summary>Options that cannot do what they say are refused before anything runs.</summary>
internal sealed class OptionChecksTests
{
    private const string Direct = "Append";

    [TestCase("TruncateInsert", "Sqlite", "statistics, tableLock, indexes, sortedBy, noTriggers")]
    [TestCase("TruncateInsert", "PostgreSql", "statistics, tableLock, indexes, sortedBy, noTriggers, recreate")]
    [TestCase("TruncateInsert", "SqlServer", "statistics, tableLock, indexes, sortedBy, noTriggers, disable")]
    [TestCase(Direct, "SqlServer", "unchecked, noNulls, triggers, statistics, tableLock, indexes, disable")]
    [TestCase("Merge", "PostgreSql", "statistics, tableLock, indexes, noTriggers, triggers, recreate, noIdentity")]
    [TestCase("TruncateInsert", "PostgreSql", "commitRows")]
    [TestCase("DropAndReload", "PostgreSql", "commitRows")]
    [TestCase("Shadow", "SqlServer", "commitRows")]
    [TestCase("Merge", "Sqlite", "addColumns, keepOthers, failOthers")]
    [TestCase("Shadow", "SqlServer", "keepOthers")]
    [TestCase("DropAndReload", "PostgreSql", "failOthers")]
    [TestCase("TruncateInsert", "MariaDb", "statistics, sortedBy, triggers, noIdentity, addColumns")]
    public void What_a_platform_can_do_is_taken(string pattern, string platform, string options)
    {
        Assert.That(options.Split(", ").SelectMany(option => Found(pattern, platform, option)), Is.Empty);
    }

    [TestCase("TruncateInsert", "Sqlite", "disable", "SQLite has no foreign keys that are switched off.")]
    [TestCase("TruncateInsert", "Sqlite", "recreate", "`foreignKeys: recreate` cannot be on SQLite.")]
    [TestCase("TruncateInsert", "PostgreSql", "disable", "`recreate` does the same.")]
    [TestCase("TruncateInsert", "SqlServer", "recreate", "`disable` does it, and they are trusted again.")]
    [TestCase(Direct, "PostgreSql", "unchecked", "PostgreSQL always checks constraints.")]
    [TestCase(Direct, "Sqlite", "noNulls", "SQLite always keeps NULL.")]
    [TestCase("TruncateInsert", "SqlServer", "unchecked", "INSERT … SELECT, which always checks constraints.")]
    [TestCase("TruncateInsert", "Sqlite", "noIdentity", "SQLite counts no rows itself.")]
    [TestCase("DropAndReload", "PostgreSql", "noIdentity", "makes the table anew, and no column of it counts")]
    [TestCase("DropAndReload", "SqlServer", "noIdentity", "makes the table anew, and no column of it counts")]
    [TestCase("DropAndReload", "PostgreSql", "triggers", "an exchange of tables fires none")]
    [TestCase("DropAndReload", "PostgreSql", "recreate", "an exchange of tables inserts none")]
    [TestCase("InPlace", "PostgreSql", "noTriggers", "its DELETE fires them")]
    [TestCase("InPlace", "SqlServer", "noTriggers", "its DELETE fires them")]
    [TestCase("InPlace", "SqlServer", "slowUnchecked", "each row is an INSERT, which always checks constraints")]
    [TestCase(Direct, "SqlServer", "slowUnchecked", "each row is an INSERT, which always checks constraints")]
    [TestCase(Direct, "SqlServer", "slowNoNulls", "each row is an INSERT, which always keeps NULL")]
    [TestCase("InPlace", "PostgreSql", "indexes", "`swap: inPlace` has none")]
    [TestCase("Shadow", "PostgreSql", "sortedBy", "an exchange of tables inserts none")]
    [TestCase("Merge", "PostgreSql", "sortedBy", "goes by key")]
    [TestCase("TruncateInsert", "PostgreSql", "sortedByNothing", "`sortedBy` names 'Nothing'")]
    [TestCase("TruncateInsert", "Files", "statistics", "the target is a file")]
    [TestCase("TruncateInsert", "Files", "indexes", "the target is a file")]
    [TestCase("TruncateInsert", "Files", "addColumns", "the target is a file, which is written with all columns")]
    [TestCase("DropAndReload", "PostgreSql", "addColumns", "makes the table anew with all columns")]
    [TestCase("DropAndReload", "PostgreSql", "keepOthers", "makes the table anew, with the columns of the metadata")]
    [TestCase("TruncateInsert", "Files", "keepOthers", "the target is a file")]
    [TestCase("TruncateInsert", "Files", "failOthers", "the target is a file")]
    [TestCase("TruncateInsert", "MariaDb", "tableLock", "cannot be on MariaDB: LOCK TABLES would end")]
    [TestCase("TruncateInsert", "MariaDb", "indexes", "MariaDB commits each change of a table at once")]
    [TestCase("TruncateInsert", "MariaDb", "noTriggers", "MariaDB commits each change of a table at once")]
    [TestCase("TruncateInsert", "MariaDb", "recreate", "`foreignKeys: recreate` cannot be: MariaDB commits each")]
    [TestCase(Direct, "MariaDb", "unchecked", "MariaDB always checks constraints.")]
    [TestCase("Shadow", "MariaDb", "statistics", "`swap: shadow` cannot be: MariaDB commits each change")]
    [TestCase("Shadow", "PostgreSql", "commitRows", "`swap: shadow` cannot be with `commitRows` on PostgreSQL")]
    [TestCase("DropAndReload", "MariaDb", "statistics", "`pattern: DropAndReload` cannot be: MariaDB commits")]
    public void What_it_cannot_do_is_refused_with_the_reason(
        string pattern, string platform, string option, string reason)
    {
        var found = Found(pattern, platform, option).ToArray();

        Assert.That(found.Select(one => one.Code), Is.EqualTo(new[] { "ORC1325" }));
        Assert.That(found[0].Message, Does.Contain(reason));
    }

    [TestCase("TruncateInsert", "sortedBy", null)]
    [TestCase("Merge", "triggers", null)]
    [TestCase("Shadow", "statistics", "`swap: shadow` cannot be: SQLite commits each change of a table at once")]
    [TestCase("DropAndReload", "statistics", "`pattern: DropAndReload` cannot be: SQLite commits each change")]
    [TestCase("TruncateInsert", "indexes", "`indexes` cannot be: SQLite commits each change of a table at once")]
    [TestCase("TruncateInsert", "noTriggers", "a load which fails would leave the table without them")]
    [TestCase("InPlace", "indexes", "`swap: inPlace` has none")]
    public void Where_each_change_of_a_table_is_committed_at_once_what_would_take_it_back_is_refused(
        string pattern, string option, string? reason)
    {
        var platform = new RecordedPlatform(
            SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities with { UndoesDefinitions = false });
        var definition = Rig.Load("t", Rig.Column("Id", "int", key: 1)) with { Load = With(Options(pattern), option) };

        var found = OptionChecks.Of(definition, platform).Select(one => one.Message).ToArray();

        Assert.That(found, reason is null ? Is.Empty : Has.One.Contains(reason));
    }

    private static IEnumerable<Diagnostic> Found(string pattern, string platform, string option)
    {
        using var rig = new Rig();
        rig.Servers.Add(new Connection
        {
            Name = "To",
            Platform = Enum.Parse<Platform>(platform),
            Folder = "out",
            ConnectionString = "Host=nowhere",
        });
        var definition = Rig.Load("t", Rig.Column("Id", "int", key: 1)) with
        {
            Target = new ObjectTarget("To", null, "t"),
            Load = With(Options(pattern), option),
        };
        return PackageKinds.All["load"].Check(definition, rig.Solution).Where(one => one.Code == "ORC1325");
    }

    private static LoadOptions Options(string pattern) =>
        Enum.TryParse<Swap>(pattern, out var swap) ? new LoadOptions { Swap = Rig.Written(swap) }
            : new LoadOptions { Pattern = Rig.Written(Enum.Parse<LoadPattern>(pattern)) };

    private static LoadOptions With(LoadOptions load, string option) => option switch
    {
        "statistics" => load with { Statistics = Rig.Written(true) },
        "tableLock" => load with { TableLock = Rig.Written(true) },
        "indexes" => load with { Indexes = Rig.Written(Indexes.RebuildAfter) },
        "sortedBy" => load with { SortedBy = Rig.Written<IReadOnlyList<string>>(["Id"]) },
        "sortedByNothing" => load with { SortedBy = Rig.Written<IReadOnlyList<string>>(["Nothing"]) },
        "triggers" => load with { FireTriggers = Rig.Written<bool?>(true) },
        "noTriggers" => load with { FireTriggers = Rig.Written<bool?>(false) },
        "recreate" => load with { ForeignKeys = Rig.Written(ForeignKeys.Recreate) },
        "disable" => load with { ForeignKeys = Rig.Written(ForeignKeys.Disable) },
        "unchecked" => load with { CheckConstraints = Rig.Written(false) },
        "noNulls" => load with { KeepNulls = Rig.Written(false) },
        "addColumns" => load with { Drift = Rig.Written<Drift?>(Drift.AddColumns) },
        "keepOthers" => load with { OtherColumns = Rig.Written<OtherColumns?>(OtherColumns.Keep) },
        "failOthers" => load with { OtherColumns = Rig.Written<OtherColumns?>(OtherColumns.Fail) },
        "slowUnchecked" => load with { CheckConstraints = Rig.Written(false), FastLoad = Rig.Written(false) },
        "slowNoNulls" => load with { KeepNulls = Rig.Written(false), FastLoad = Rig.Written(false) },
        "noIdentity" => load with { KeepIdentity = Rig.Written(false) },
        "commitRows" => load with { CommitRows = Rig.Written(2L) },
        _ => throw new ArgumentException(option),
    };
}
