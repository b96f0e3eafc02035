namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Foreign keys both ways in an exchange of rows on a live server.</summary>
internal sealed class LiveShadowKeyTests
{
    private Live _live = null!;

    private TableName Target => new(_live.Schema, "orders");

    [SetUp]
    public void Make()
    {
        _live = Live.Start();
        var s = _live.Schema;
        _live.Run($"""
            CREATE TABLE {s}.region (a int NOT NULL, b varchar(5) NOT NULL, CONSTRAINT {s}_region PRIMARY KEY (a, b));
            CREATE TABLE {s}.kind (id int CONSTRAINT {s}_kind PRIMARY KEY);
            CREATE TABLE {s}.orders (
              id int NOT NULL CONSTRAINT {s}_orders PRIMARY KEY, above int NULL, a int NULL, b varchar(5) NULL,
              kind int NULL,
              CONSTRAINT {s}_above FOREIGN KEY (above) REFERENCES {s}.orders (id),
              CONSTRAINT {s}_in_region FOREIGN KEY (a, b) REFERENCES {s}.region (a, b)
                ON DELETE SET NULL ON UPDATE CASCADE);
            CREATE TABLE {s}.[li]]ne's] (
              id int NOT NULL, [order] int NULL,
              CONSTRAINT [{s} of o'rder] FOREIGN KEY ([order]) REFERENCES {s}.orders (id) ON DELETE CASCADE);
            CREATE TABLE {s}.note (id int NOT NULL);
            INSERT INTO {s}.region VALUES (1, 'n'), (2, 's');
            INSERT INTO {s}.kind VALUES (1);
            INSERT INTO {s}.orders VALUES (1, NULL, 1, 'n', 1), (2, 1, NULL, 'x', NULL);
            INSERT INTO {s}.[li]]ne's] VALUES (1, 1), (2, NULL);
            INSERT INTO {s}.note VALUES (77)
            """);
        _live.Run($"""
            ALTER TABLE {s}.orders WITH NOCHECK ADD CONSTRAINT {s}_of_kind FOREIGN KEY (kind) REFERENCES {s}.kind (id)
              NOT FOR REPLICATION;
            ALTER TABLE {s}.note WITH NOCHECK ADD CONSTRAINT {s}_noted FOREIGN KEY (id) REFERENCES {s}.orders (id);
            ALTER TABLE {s}.note WITH NOCHECK ADD CONSTRAINT {s}_off FOREIGN KEY (id) REFERENCES {s}.orders (id);
            ALTER TABLE {s}.note NOCHECK CONSTRAINT {s}_off;
            EXEC sys.sp_addextendedproperty 'MS_Description', N'Zeile → ''Auftrag''', 'SCHEMA', N'{s}', 'TABLE',
              N'li]ne''s', 'CONSTRAINT', N'{s} of o''rder'
            """);
    }

    [TearDown]
    public void Remove()
    {
        if (_live is not null)
        {
            _live.Run($"ALTER TABLE {_live.Schema}.orders DROP CONSTRAINT {_live.Schema}_above");
            foreach (var table in (string[])["[li]]ne's]", "note", "orders"])
            {
                _live.Run($"DROP TABLE {_live.Schema}.{table}");
            }

            _live.Dispose();
        }
    }

    [Test]
    public void Keys_both_ways_are_the_same_before_and_after()
    {
        using var database = Databases.Open(_live.ConnectionString);
        var before = Keys();

        Assert.That(database.Uncarried(Target), Is.Empty);
        Assert.That(
            database.Referrers(Target).Select(table => table.Name), Is.EqualTo(new[] { "li]ne's", "note" }));
        Exchange(database, ["1", null, "2", "s", "1"], ["5", "1", "1", "n", null]);

        Assert.That(Keys(), Is.EqualTo(before));
        Assert.That(
            TextRows.Read(database, $"SELECT id, above, a, b, kind FROM {_live.Schema}.orders ORDER BY id"),
            Is.EqualTo(new string?[][] { ["1", null, "2", "s", "1"], ["5", "1", "1", "n", null] }));
        Assert.That(_live.Ask($"SELECT count(*) FROM {_live.Schema}.[li]]ne's]"), Is.EqualTo(2));
    }

    [TestCase("5", null, "1", "n", null, "of o'rder of ")]
    [TestCase("1", "9", "1", "n", null, "_above:")]
    [TestCase("1", null, "9", "n", null, "_in_region:")]
    [TestCase("1", null, "1", "n", "9", "_of_kind:")]
    public void Rows_that_a_key_refuses_leave_the_old_ones(
        string id, string? above, string a, string b, string? kind, string key)
    {
        using var database = Databases.Open(_live.ConnectionString);
        var before = Keys();

        Assert.That(
            () => Exchange(database, [id, above, a, b, kind]),
            Throws.TypeOf<DataRefusedException>().With.Property("Code").EqualTo("ORC3471").And.Message.Contains(key));
        database.Rollback();

        Assert.That(Keys(), Is.EqualTo(before));
        Assert.That(_live.Ask($"SELECT sum(id) FROM {_live.Schema}.orders"), Is.EqualTo(3));
    }

    [Test]
    public void A_key_whose_description_is_no_text_is_named()
    {
        _live.Run($"""
            EXEC sys.sp_addextendedproperty 'since', 5, 'SCHEMA', N'{_live.Schema}', 'TABLE', N'note', 'CONSTRAINT',
              N'{_live.Schema}_off'
            """);
        using var database = Databases.Open(_live.ConnectionString);

        Assert.That(database.Uncarried(Target), Is.EqualTo(new[]
        {
            $"foreign key {_live.Schema}_off of {_live.Schema}.note, with an extended property that is no text",
        }));
    }

    private void Exchange(IDatabase database, params string?[][] rows)
    {
        var load = database.Platform.Dialect.LoadTable(Target, 7);
        database.Begin(CancellationToken.None);
        database.CreateShadow(load, Target, 7);
        database.Commit();
        TextRows.Write(database, load, database.Columns(Target), rows);
        database.Begin(CancellationToken.None);
        database.CompleteShadow(load, Target);
        database.Commit();
        database.Begin(CancellationToken.None);
        database.ExchangeShadow(load, Target);
        database.Commit();
    }

    // What the catalog says of them; their own numbers are new.
    private string Keys() => (string)_live.Ask($"""
        SELECT concat(
          (SELECT k.name, k.is_disabled, k.is_not_trusted, k.is_not_for_replication, k.delete_referential_action_desc,
            k.update_referential_action_desc, k.parent_object_id, k.referenced_object_id, k.key_index_id
            FROM sys.foreign_keys AS k WHERE schema_name(k.schema_id) = '{_live.Schema}' ORDER BY k.name FOR XML AUTO),
          (SELECT k.name, c.constraint_column_id, c.parent_column_id, c.referenced_column_id
            FROM sys.foreign_keys AS k JOIN sys.foreign_key_columns AS c ON c.constraint_object_id = k.object_id
            WHERE schema_name(k.schema_id) = '{_live.Schema}' ORDER BY k.name, c.constraint_column_id FOR XML AUTO),
          (SELECT k.name, e.name AS property, convert(nvarchar(200), e.value) AS value
            FROM sys.foreign_keys AS k JOIN sys.extended_properties AS e ON e.class = 1 AND e.major_id = k.object_id
            WHERE schema_name(k.schema_id) = '{_live.Schema}' ORDER BY k.name FOR XML AUTO))
        """)!;
}
