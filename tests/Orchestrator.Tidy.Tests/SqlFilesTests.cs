using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// A question to a database has one name: its file is called so in the folder of each dialect. So are the older
/// migrations of the ledger; newer ones and its statements stand in one text for all dialects.
/// </summary>
internal sealed partial class SqlFilesTests
{
    private static readonly Dictionary<string, string> Drivers = new()
    {
        ["Sqlite"] = "engine/Orchestrator.Data.Sqlite/sql/",
        ["PostgreSql"] = "engine/Orchestrator.Data.PostgreSql/sql/",
        ["SqlServer"] = "engine/Orchestrator.Data.SqlServer/sql/",
        ["MariaDb"] = "engine/Orchestrator.Data.MariaDb/sql/",
    };

    private static readonly Dictionary<string, string> Ledgers = new()
    {
        ["Sqlite"] = "engine/Orchestrator.Ledger/sql/sqlite/",
        ["PostgreSql"] = "engine/Orchestrator.Ledger/sql/postgresql/",
        ["SqlServer"] = "engine/Orchestrator.Ledger/sql/sqlserver/",
    };

    // The dialects that have the file, and why the others need none.
    private static readonly Dictionary<string, (string[] Dialects, string Why)> Exceptions = new()
    {
        ["durability"] = AllServers("SQLite has no setting of a database that outlives its sessions"),
        ["durability_facts"] = AllServers("as durability"),
        ["durability_identity"] = AllServers("a SQLite database is known by the path of its file"),
        ["flush_from"] = (["PostgreSql", "MariaDb"], "only these tell how far their log is on disk"),
        ["is_flushed"] = (["PostgreSql", "MariaDb"], "as flush_from"),
        ["make_flushes"] = (["Sqlite"], "only SQLite has to change a row to flush"),
        ["takes_each_row"] = Servers("a row of SQLite's is no question to a server that could be spared"),
        ["silent_triggers"] = AllServers("SQLite counts a row that a trigger leaves out as not changed"),
        ["try_lock"] = (["PostgreSql"], "locks of SQL Server are taken by a procedure of its own"),
        ["unlock"] = (["PostgreSql"], "as try_lock"),
        ["columns"] = AllServers("SQLite's file of table_columns asks for one table and for all alike"),
        ["evidence_counts_14"] = (["PostgreSql"], "only PostgreSQL's views of its log differ from version to version"),
        ["evidence_counts_18"] = (["PostgreSql"], "as evidence_counts_14"),
        ["evidence_counts"] = (["PostgreSql"], "as evidence_counts_14"),
        ["evidence_look"] = (["PostgreSql"], "only PostgreSQL does not count waits itself, so that they are sampled"),
        ["blocked"] = Servers("who writes a SQLite file the run itself knows, by its turns"),
        ["evidence_sees"] = Servers("what happens in a SQLite file nobody else can tell"),
        ["evidence_counters"] = (["SqlServer"], "the name of the counted database is a parameter there alone"),
        ["evidence_waits"] = (["SqlServer"], "only SQL Server counts waits itself"),
        ["evidence_waits_hosted"] = (["SqlServer"], "as evidence_waits; a hosted one shows those of the database"),
        ["session_waits"] = (["SqlServer"], "as evidence_waits"),
        ["plans_look"] = Servers("nobody else sees the statements in a SQLite file"),
        ["plans_locked"] = (["PostgreSql"], "only PostgreSQL tells by its locks what a planner has looked at"),
        ["plans_path"] = (["PostgreSql"], "only PostgreSQL computes what is constant with the rights of who asks"),
        ["plans_relations"] = (["PostgreSql"], "only SQL Server counts the plans behind a handle itself"),
        ["plans_text"] = (["SqlServer"], "PostgreSQL is asked for a plan with EXPLAIN, whose text is the statement"),
        ["facts"] = AllServers("a SQLite file has no log that pins, and no tracking that forbids anything"),
        ["defaults"] = (["SqlServer"], "only its bulk load may take a column that is not sent for an empty one"),
        ["now"] = AllServers("who uses a SQLite file goes by the clock of his own machine"),
        ["has_schema"] = Servers("SQLite has no schemas"),
        ["take_notice"] = (["PostgreSql"], "only PostgreSQL remembers within a transaction what was not there before"),
        ["sessions_left"] = AllServers("a SQLite file has no sessions that outlive a process"),
        ["end_session"] = Servers("as sessions_left"),
        ["sees_sessions"] = (["SqlServer"], "only SQL Server hides the sessions of others without a word"),
        ["lock_holders"] = AllServers("SQLite's locks name no holder; writers of one process take turns"),
        ["lost_in_crash"] = AllServers("SQLite has no tables that are less durable than others"),
        ["marker_held"] = AllServers("SQLite's writers take turns: nobody waits for a marker"),
        ["marker_holder"] = AllServers("as marker_held"),
        ["one_at_a_time"] = Servers("SQLite has one writer at a time"),
        ["rights"] = AllServers("SQLite has no rights"),
        ["parts_shown"] = Servers("as rights"),
        ["record_column"] = (["Sqlite"], "only SQLite needs a catalog beside the data to know what was declared"),
        ["column_name"] = (["PostgreSql"], "only PostgreSQL describes a query by the numbers of columns"),
        ["parameter_types"] = (["PostgreSql"], "only COPY takes no parameters, so that their types are asked for"),
        ["set_parameter"] = (["PostgreSql"], "as parameter_types"),
        ["held_characters"] = (["PostgreSql", "MariaDb"], "SQL Server's collations tell it, and SQLite holds all text"),
        ["procedure_kind"] = (["PostgreSql", "MariaDb"], "only these call a function otherwise than a procedure"),
        ["referrers"] = AllServers("no exchange of SQLite's tables takes along keys of others"),
        ["rows_taken"] = (["PostgreSql"], "only PostgreSQL counts what a transaction has put into a table"),
        ["unique_keys"] = (["Sqlite", "PostgreSql", "MariaDb"], "SQL Server looks at a key when its statement ends"),
        ["shadow_build"] = Servers("an exchange of SQLite's tables keeps nothing that hangs on them"),
        ["shadow_carry"] = (["PostgreSql"], "SQL Server's target stays the object that it is: only rows are exchanged"),
        ["shadow_keys"] = (["SqlServer"], "PostgreSQL's keys are made with a table's other parts: shadow_build"),
        ["shadow_make"] = Servers("as shadow_build"),
        ["shadow_numbers"] = Servers("as shadow_build"),
        ["shadow_shape"] = Servers("as shadow_build"),
        ["kept_by_none"] = (["SqlServer"], "there two questions end alike; PostgreSQL asks its one catalog of them"),
        ["uncarried"] = Servers("as shadow_build"),
        ["aside"] = (["Sqlite", "PostgreSql", "SqlServer"], "a change of a table would end MariaDB's transaction"),
        ["hides_table"] = (["MariaDb"], "only there a temporary table takes the place of one without a schema"),
        ["no_targets"] = (["MariaDb"], "only MariaDB has tables that know no transactions"),
        ["origins"] = (["MariaDb"], "only MariaDB tells of a column of a query where it comes from and not what it is"),
        ["parameters"] = (["MariaDb"], "only MariaDB takes arguments by their place alone"),
        ["refused_row"] = (["MariaDb"], "only MariaDB tells the number of the refused row, and is asked for it"),
        ["session_add"] = (["MariaDb"], "only MariaDB shows no names of sessions, so that they are rows"),
        ["session_lock"] = (["MariaDb"], "as session_add"),
        ["session_remove"] = (["MariaDb"], "as session_add"),
        ["sessions_gone"] = (["MariaDb"], "as session_add"),
        ["types"] = (["PostgreSql"], "only PostgreSQL says types as numbers of its own"),
        ["snapshot"] = (["PostgreSql"], "only PostgreSQL lets a session see the snapshot of another"),
        ["immutable"] = (["SqlServer"], "several sessions read there what cannot change, for want of a snapshot"),
        ["code_page"] = (["SqlServer"], "only SQL Server has columns with code pages"),
        ["query_columns"] = (["SqlServer"], "as code_page"),
        ["outputs"] = (["SqlServer"], "only SQL Server cuts an output to what its caller says of it, and says nothing"),
        ["result_type"] = (["SqlServer"], "only SQL Server converts a result before it compares it, and says nothing"),
        ["identity"] = (["SqlServer"], "only SQL Server must be told before it takes numbers that it counts itself"),
        ["session"] = (["SqlServer"], "PostgreSQL's settings end with the transaction, and SQLite's are pragmas"),
        ["older/nodes_purpose"] = (["Sqlite"], "only a file is read without being migrated"),
        ["older/adoptions_after_change"] = (["Sqlite"], "as older/nodes_purpose"),
    };

    [Test]
    public void Each_file_of_sql_has_its_name_in_every_dialect_or_a_reason() => Assert.That(
        Wrong(Drivers).Concat(Wrong(Ledgers)), Is.Empty);

    [Test]
    public void A_file_in_the_place_of_the_one_for_all_has_its_name_in_its_own_dialect_alone() => Assert.That(
        NamesIn("tests/Orchestrator.Ledger.Tests/Samples/sqlserver/"), Is.Empty);

    [Test]
    public void Each_reason_is_still_needed() => Assert.That(
        Exceptions.Keys.Except(Names(Drivers)).Except(Names(Ledgers)), Is.Empty);

    [Test]
    public void Files_of_one_name_take_the_same_parameters_on_each_server_and_in_every_ledger()
    {
        var differing = Differing(Ledgers)
            .Concat(Differing(Drivers.Where(driver => driver.Key is "PostgreSql" or "SqlServer")))
            // A connection to MariaDB has one schema; in PostgreSQL $held$ begins a block.
            .Concat(Differing(Drivers.Where(driver => driver.Key != "Sqlite"), "schema", "held"));

        Assert.That(differing, Is.Empty);
    }

    [Test]
    public void What_every_server_is_asked_stands_in_a_file_of_each()
    {
        string[] asked = [.. Directory
            .EnumerateFiles(Path.Combine(Repository.Root, "engine", "Orchestrator.Data", "Servers"), "*.cs")
            .SelectMany(path => Question().Matches(File.ReadAllText(path)))
            .Select(match => match.Groups[1].Value).Distinct()];

        Assert.That(asked, Is.Not.Empty);
        Assert.That(asked.Where(name => DialectsOf(Drivers, name).Except(["Sqlite"]).Count() < 2), Is.Empty);
    }

    private static (string[] Dialects, string Why) Servers(string why) => (["PostgreSql", "SqlServer"], why);

    private static (string[] Dialects, string Why) AllServers(string why) =>
        (["PostgreSql", "SqlServer", "MariaDb"], why);

    private static IEnumerable<string> Wrong(Dictionary<string, string> folders) =>
        from name in Names(folders)
        let found = DialectsOf(folders, name).ToArray()
        let wanted = Exceptions.TryGetValue(name, out var exception) ? exception.Dialects
            : [.. folders.Keys]
        where !found.Order().SequenceEqual(wanted.Order())
        select $"{name} is there for {string.Join(", ", found)}, expected {string.Join(", ", wanted)}";

    private static IEnumerable<string> Names(Dictionary<string, string> folders) =>
        folders.Values.SelectMany(NamesIn).Distinct();

    private static IEnumerable<string> DialectsOf(Dictionary<string, string> folders, string name) =>
        folders.Where(folder => NamesIn(folder.Value).Contains(name)).Select(folder => folder.Key);

    // Those that stand in the place of a migration for all dialects have no twins.
    private static IEnumerable<string> NamesIn(string folder) =>
        Directory.EnumerateFiles(Path.Combine(Repository.Root, folder), "*.sql", SearchOption.AllDirectories)
            .Select(path => Repository.Relative(path)[folder.Length..^".sql".Length])
            .Where(name => !File.Exists(Path.Combine(Repository.Root, folder, "..", "migrations", $"{name}.sql")));

    private static IEnumerable<string> Differing(
        IEnumerable<KeyValuePair<string, string>> folders, params string[] but) =>
        from folder in folders
        from name in NamesIn(folder.Value)
        let path = Path.Combine(Repository.Root, folder.Value, name + ".sql")
        group string.Join(' ', Parameters(path).Except(but)) by name into found
        where found.Distinct().Count() > 1
        select $"{found.Key}: {string.Join(" | ", found)}";

    // A ledger's have numbers (?1, $1, @p1). A variable that the statement declares itself is none that it is given;
    // the session that waits is told to SQL Server only, because there another one asks who is in the way.
    private static IEnumerable<string> Parameters(string path)
    {
        var text = File.ReadAllText(path);
        return Parameter().Matches(text).Select(match => match.Groups[1].Value)
            .Except(Declared().Matches(text).Select(match => match.Groups[1].Value)).Except(["session"]).Order();
    }

    [GeneratedRegex(@"(?<![@\w'])(?:@p(?=\d)|[@$?])([a-z_]+|\d+)")]
    private static partial Regex Parameter();

    [GeneratedRegex(@"(?:Question|TextsOf)\(""([a-z_]+)""")]
    private static partial Regex Question();

    [GeneratedRegex(@"DECLARE @(\w+)")]
    private static partial Regex Declared();
}
