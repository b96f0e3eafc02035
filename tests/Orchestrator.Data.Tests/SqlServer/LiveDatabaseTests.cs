namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What only a live server knows.</summary>
internal sealed class LiveDatabaseTests
{
    private Live _live = null!;

    [OneTimeSetUp]
    public void Make() => _live = Live.Start();

    [OneTimeTearDown]
    public void Remove() => _live?.Dispose();

    [Test]
    public void Columns_tell_where_their_values_come_from()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.c (id int identity primary key, a varchar(10) NOT NULL, b AS id + 1)");
        using var database = Databases.Open(_live.ConnectionString);

        var columns = database.Columns(new TableName(_live.Schema, "c"));

        Assert.That(columns.Select(column => (column.Name, $"{column.Type}", column.Nullable, column.Source)),
            Is.EqualTo(new[]
            {
                ("id", "int", false, ValueSource.Identity), ("a", "varchar(10)", false, ValueSource.Rows),
                ("b", "int", true, ValueSource.Server),
            }));
        Assert.That(columns[1].Native!.CodePage, Is.EqualTo(1252));
    }

    [Test]
    public void What_hangs_on_a_table_is_found()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.d (id int PRIMARY KEY, a int CONSTRAINT d_zero DEFAULT 0)");
        _live.Run($"CREATE TABLE {_live.Schema}.e (d int CONSTRAINT e_d REFERENCES {_live.Schema}.d (id))");
        using var database = Databases.Open(_live.ConnectionString);

        var dependents = string.Join(", ", database.Dependents(new TableName(_live.Schema, "d")));

        Assert.That(dependents, Does.Contain("primary key").And.Contain("default ").And.Contain("foreign key e_d of"));
        Assert.That(database.Dependents(new TableName(_live.Schema, "nothing")), Is.Empty);
        Assert.That(database.Defaults(new TableName(_live.Schema, "d")), Is.EqualTo(new[] { "a" }));
        Assert.That(
            ((string[])["d", "e", "nothing"]).Select(name => database.IsMadeElsewhere(new(_live.Schema, name))),
            Is.EqualTo(new[] { true, true, false }));
        _live.Run($"DROP TABLE {_live.Schema}.e");
    }

    [Test]
    public void A_load_table_is_found_again_until_it_is_dropped()
    {
        var target = new TableName(_live.Schema, "f");
        using var database = Databases.Open(_live.ConnectionString);
        var load = database.Platform.Dialect.LoadTable(target, 7);
        database.Begin(CancellationToken.None);
        database.CreateLoadTable(load, target, 7, [new RowColumn("a", Databases.Type("int"))]);
        database.Commit();

        var left = database.LeftLoadTables(target);
        var kind = database.KindOf(load);
        database.DropLoadTable(load);

        Assert.That((kind, left), Is.EqualTo(("table", new[] { load })));
        Assert.That(database.LeftLoadTables(target), Is.Empty);
        Assert.That(database.KindOf(load), Is.Null);
    }

    [Test]
    public void A_load_table_takes_the_place_of_its_target()
    {
        var target = new TableName(_live.Schema, "it's new");
        RowColumn[] columns = [new RowColumn("a", Databases.Type("int"))];
        using var database = Databases.Open(_live.ConnectionString);
        for (var attempt = 1; attempt <= 2; attempt++)
        {
            var load = database.Platform.Dialect.LoadTable(target, attempt);
            database.CreateLoadTable(load, target, attempt, columns);
            TextRows.Write(database, load, columns, [[$"{attempt}"]]);
            database.Begin(CancellationToken.None);
            database.Exchange(load, target, columns);
            database.Commit();
        }

        Assert.That(
            TextRows.Read(database, $"SELECT a FROM {database.Platform.Dialect.Quote(target)}"),
            Is.EqualTo(new string?[][] { ["2"] }));
        Assert.That(database.LeftLoadTables(target), Is.Empty);
    }

    [Test]
    public void Rows_are_merged_by_key_and_what_is_equal_is_not_written()
    {
        var target = new TableName(_live.Schema, "m");
        var load = new TableName(_live.Schema, "m_load");
        RowColumn[] columns =
        [
            new("id", Databases.Type("int"), Nullable: false), new("a", Databases.Type("varchar(20)")),
            new("b", Databases.Type("datetimeoffset(0)")), new("c", Databases.Type("varbinary(5)")),
        ];
        using var database = Databases.Open(_live.ConnectionString);
        var dialect = database.Platform.Dialect;
        database.CreateTable(target, columns);
        database.CreateTable(load, [.. columns, dialect.RowNumber]);
        TextRows.Write(database, target, columns,
        [
            ["1", "same", "2026-01-01 00:00:00 +00:00", "01"], ["2", "case", null, "01"], ["3", "blank", null, null],
            ["4", "null", null, null], ["5", "offset", "2026-01-01 00:00:00 +00:00", null], ["6", "zeros", null, "01"],
        ]);
        TextRows.Write(database, load, columns,
        [
            ["1", "same", "2026-01-01 00:00:00 +00:00", "01"], ["2", "CASE", null, "01"], ["3", "blank ", null, null],
            ["4", null, null, null], ["5", "offset", "2026-01-01 01:00:00 +01:00", null], ["6", "zeros", null, "0100"],
            ["7", "first", null, null], ["7", "last", null, null],
        ]);
        var merge = new MergeDialect(dialect, load, target, new KeyedRows(columns, ["id"], columns[1..], []));

        database.Begin(CancellationToken.None);
        var duplicates = database.Execute(merge.RemoveDuplicates);
        var matches = database.Number(merge.CountMatches);
        var updated = database.Execute(merge.Update()!);
        var inserted = database.Execute(merge.InsertMissing());
        database.Commit();

        Assert.That((duplicates, matches, updated, inserted), Is.EqualTo((1, 6, 5, 1)));
        Assert.That(
            TextRows.Read(database, $"SELECT a FROM {_live.Schema}.m ORDER BY id").Select(row => row[0]),
            Is.EqualTo(new[] { "same", "CASE", "blank ", null, "offset", "zeros", "last" }));
    }

    [Test]
    public void A_part_that_is_refused_is_taken_back_and_the_rest_goes_on()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.p (a int CONSTRAINT p_positive CHECK (a > 0))");
        var table = new TableName(_live.Schema, "p");
        using var database = Databases.Open(_live.ConnectionString);
        var dialect = database.Platform.Dialect;
        var columns = database.Columns(table);
        database.Begin(CancellationToken.None);

        foreach (var value in (string[])["1", "-2", "3"])
        {
            database.Execute(dialect.Savepoint);
            try
            {
                TextRows.WriteOnly(
                    database, table, columns, [[value]], new WriteOptions { IsRowByRow = true });
            }
            catch (DataRefusedException)
            {
                database.Execute(dialect.BackToSavepoint);
            }

            database.Execute(dialect.ReleaseSavepoint);
        }

        database.Commit();

        Assert.That(
            TextRows.Read(database, $"SELECT a FROM {_live.Schema}.p ORDER BY a").Select(row => row[0]),
            Is.EqualTo(new[] { "1", "3" }));
    }

    [Test]
    public void A_session_that_reads_leaves_nothing_behind()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.r (a int)");
        using (var database = Databases.Open(_live.ConnectionString, isTarget: false))
        {
            database.Execute($"INSERT INTO {_live.Schema}.r VALUES (1)");
            database.Commit();
        }

        Assert.That(_live.Ask($"SELECT count(*) FROM {_live.Schema}.r"), Is.Zero);
    }

    [Test]
    public void What_a_constraint_refuses_names_it_and_leaves_nothing()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.u (a int CONSTRAINT u_positive CHECK (a > 0))");
        var table = new TableName(_live.Schema, "u");
        using var database = Databases.Open(_live.ConnectionString);

        var refused = Assert.Throws<DataRefusedException>(
            () => TextRows.Write(database, table, database.Columns(table), [["1"], ["-2"]]))!;
        database.Rollback();

        Assert.That(refused.Message, Does.Contain("u_positive"));
        Assert.That(_live.Ask($"SELECT count(*) FROM {_live.Schema}.u"), Is.Zero);
    }
}
