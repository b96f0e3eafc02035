using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// A question to a database has one name: its file is called so in the folder of each dialect. So are the older
/// migrations of the ledger; newer ones and its statements stand in one text for all dialects. What one driver alone
/// asks, or does not ask, it says with the reason in `differs.txt` beside its files.
/// </summary>
internal sealed partial class SqlFilesTests
{
    private static readonly Dictionary<string, string> Drivers = Layers.Drivers.ToDictionary(
        driver => driver["Data.".Length..], driver => $"engine/{Product.Prefix}{driver}/sql/");

    private static readonly Dictionary<string, string> Ledgers = new()
    {
        ["Sqlite"] = "engine/Orchestrator.Ledger/sql/sqlite/",
        ["PostgreSql"] = "engine/Orchestrator.Ledger/sql/postgresql/",
        ["SqlServer"] = "engine/Orchestrator.Ledger/sql/sqlserver/",
    };

    // The dialects that have the file, and why the others need none. A driver that is named nowhere here may have it.
    private static readonly Dictionary<string, (string[] Dialects, string Why)> Exceptions = new()
    {
        ["durability"] = AllServers("SQLite has no setting of a database that outlives its sessions"),
        ["durability_facts"] = AllServers("as durability"),
        ["durability_identity"] = AllServers("a SQLite database is known by the path of its file"),
        ["flush_from"] = (["PostgreSql", "MariaDb"], "only these tell how far their log is on disk"),
        ["is_flushed"] = (["PostgreSql", "MariaDb"], "as flush_from"),
        ["takes_each_row"] = Servers("a row of SQLite's is no question to a server that could be spared"),
        ["silent_triggers"] = AllServers("SQLite counts a row that a trigger leaves out as not changed"),
        ["columns"] = AllServers("SQLite's file of table_columns asks for one table and for all alike"),
        ["blocked"] = Servers("who writes a SQLite file the run itself knows, by its turns"),
        ["evidence_sees"] = Servers("what happens in a SQLite file nobody else can tell"),
        ["plans_look"] = Servers("nobody else sees the statements in a SQLite file"),
        ["facts"] = AllServers("a SQLite file has no log that pins, and no tracking that forbids anything"),
        ["now"] = AllServers("who uses a SQLite file goes by the clock of his own machine"),
        ["has_schema"] = Servers("SQLite has no schemas"),
        ["sessions_left"] = AllServers("a SQLite file has no sessions that outlive a process"),
        ["end_session"] = Servers("as sessions_left"),
        ["lock_holders"] = AllServers("SQLite's locks name no holder; writers of one process take turns"),
        ["lost_in_crash"] = AllServers("SQLite has no tables that are less durable than others"),
        ["marker_held"] = AllServers("SQLite's writers take turns: nobody waits for a marker"),
        ["marker_holder"] = AllServers("as marker_held"),
        ["one_at_a_time"] = Servers("SQLite has one writer at a time"),
        ["rights"] = AllServers("SQLite has no rights"),
        ["parts_shown"] = Servers("as rights"),
        ["held_characters"] = (["PostgreSql", "MariaDb"], "SQL Server's collations tell it, and SQLite holds all text"),
        ["procedure_kind"] = (["PostgreSql", "MariaDb"], "only these call a function otherwise than a procedure"),
        ["referrers"] = AllServers("no exchange of SQLite's tables takes along keys of others"),
        ["unique_keys"] = (["Sqlite", "PostgreSql", "MariaDb"], "SQL Server looks at a key when its statement ends"),
        ["shadow_build"] = Servers("an exchange of SQLite's tables keeps nothing that hangs on them"),
        ["shadow_make"] = Servers("as shadow_build"),
        ["shadow_numbers"] = Servers("as shadow_build"),
        ["shadow_shape"] = Servers("as shadow_build"),
        ["uncarried"] = Servers("as shadow_build"),
        ["older/nodes_purpose"] = (["Sqlite"], "only a file is read without being migrated"),
        ["older/adoptions_after_change"] = (["Sqlite"], "as older/nodes_purpose"),
    };

    private static readonly HashSet<string> Named =
        [.. Exceptions.Values.SelectMany(exception => exception.Dialects)];

    private static readonly Difference[] Differences =
        [.. Drivers.SelectMany(driver => Told(driver.Key, driver.Value))];

    [Test]
    public void Each_file_of_sql_has_its_name_in_every_dialect_or_a_reason() => Assert.That(
        Wrong(Drivers).Concat(Wrong(Ledgers)), Is.Empty);

    [Test]
    public void A_file_in_the_place_of_the_one_for_all_has_its_name_in_its_own_dialect_alone() => Assert.That(
        NamesIn("tests/Orchestrator.Ledger.Tests/Samples/sqlserver/"), Is.Empty);

    [Test]
    public void Each_reason_is_still_needed() => Assert.That(
        Exceptions.Keys.Concat(Differences.Select(one => one.Name)).Except(Names(Drivers)).Except(Names(Ledgers)),
        Is.Empty);

    [Test]
    public void Each_difference_is_told_in_one_place_and_with_its_reason() => Assert.That(
        Differences.Where(one => one.Why.Length == 0 || Exceptions.ContainsKey(one.Name)), Is.Empty);

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
        let isExcepted = Exceptions.ContainsKey(name)
        let found = DialectsOf(folders, name).Where(dialect => !isExcepted || Named.Contains(dialect)).ToArray()
        let wanted = isExcepted ? Exceptions[name].Dialects : Wanted(folders, name)
        where !found.Order().SequenceEqual(wanted.Order())
        select $"{name} is there for {string.Join(", ", found)}, expected {string.Join(", ", wanted)}";

    // Where one driver alone asks it that one, else all but who does not.
    private static string[] Wanted(Dictionary<string, string> folders, string name)
    {
        var told = Differences.Where(one => one.Name == name).ToArray();
        var alone = told.Where(one => one.Asks).Select(one => one.Driver).ToArray();
        return alone.Length > 0 ? alone : [.. folders.Keys.Except(told.Select(one => one.Driver))];
    }

    private static IEnumerable<Difference> Told(string driver, string folder) =>
        from file in Directory.EnumerateFiles(Path.Combine(Repository.Root, folder), "differs.txt")
        from line in File.ReadLines(file)
        where !line.StartsWith('#')
        let parts = Line().Match(line)
        select parts.Success
            ? new Difference(driver, parts.Groups[1].Value == "+", parts.Groups[2].Value, parts.Groups[3].Value)
            : throw new FormatException($"no difference of {driver}: {line}");

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

    [GeneratedRegex(@"^([+-]) ([\w/]+): (.*)$")]
    private static partial Regex Line();

    /// <summary>What one driver asks otherwise than all others.</summary>
    /// <param name="Driver">The driver.</param>
    /// <param name="Asks">Whether it alone asks it; else all but it ask it.</param>
    /// <param name="Name">What the question is called.</param>
    /// <param name="Why">Why it is so.</param>
    private sealed record Difference(string Driver, bool Asks, string Name, string Why);
}
