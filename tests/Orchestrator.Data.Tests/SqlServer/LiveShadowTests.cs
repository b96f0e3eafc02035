namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>An exchange of rows on a live server: the target stays the object that it is.</summary>
internal sealed class LiveShadowTests
{
    private Live _live = null!;

    private TableName Target => new(_live.Schema, "shadowed's");

    private string Quoted => Databases.Platform.Dialect.Quote(Target);

    [SetUp]
    public void Make()
    {
        _live = Live.Start();
        _live.Run($"""
            CREATE TABLE {Quoted} (
              id int IDENTITY (10, 5) NOT NULL CONSTRAINT {_live.Schema}_pk PRIMARY KEY NONCLUSTERED,
              [na]]me] nvarchar(40) COLLATE Latin1_General_BIN2 NULL, amount decimal(9, 2) NOT NULL,
              at datetime2(3) NULL, note nvarchar(max) NULL,
              part varchar(5) NOT NULL CONSTRAINT {_live.Schema}_part DEFAULT 'n<a',
              guid uniqueidentifier ROWGUIDCOL NOT NULL CONSTRAINT {_live.Schema}_guid DEFAULT newid(),
              CONSTRAINT {_live.Schema}_unique UNIQUE (amount, part),
              CONSTRAINT {_live.Schema}_positive CHECK (amount > 0))
            """);
        _live.Run($"CREATE CLUSTERED INDEX by_name ON {Quoted} ([na]]me] DESC, id) WITH (DATA_COMPRESSION = PAGE)");
        _live.Run($"""
            CREATE INDEX few ON {Quoted} (at) INCLUDE (amount, part) WHERE at IS NOT NULL
            WITH (FILLFACTOR = 80, PAD_INDEX = ON, DATA_COMPRESSION = ROW)
            """);
        _live.Run($"CREATE STATISTICS counted ON {Quoted} (amount)");
        _live.Run($"CREATE TRIGGER {_live.Schema}.[on row] ON {Quoted} AFTER INSERT, DELETE AS THROW "
            + "50000, N'fired', 1");
        _live.Run($"""
            EXEC sp_addextendedproperty 'MS_Description', N'the name', 'SCHEMA', N'{_live.Schema}', 'TABLE',
              N'shadowed''s', 'COLUMN', N'na]me'
            """);
        _live.Run($"GRANT SELECT ({Databases.Platform.Dialect.Quote("amount")}), INSERT ON {Quoted} TO public");
        _live.Run($"DISABLE TRIGGER {_live.Schema}.[on row] ON {Quoted}");
        _live.Run($"INSERT INTO {Quoted} ([na]]me], amount) VALUES (N'old', 1), (N'older', 2)");
        _live.Run($"ENABLE TRIGGER {_live.Schema}.[on row] ON {Quoted}");
    }

    [TearDown]
    public void Remove() => _live?.Dispose();

    [Test]
    public void Rows_are_exchanged_and_all_that_hangs_on_the_table_stays()
    {
        using var database = Databases.Open(_live.ConnectionString);
        var before = Fingerprint();

        Assert.That(database.Uncarried(Target), Is.Empty);
        var load = Filled(database, "3", "4", "5");
        database.Begin(CancellationToken.None);
        database.ExchangeShadow(load, Target);
        database.Commit();

        Assert.That(Fingerprint(), Is.EqualTo(before));
        Assert.That(
            TextRows.Read(database, $"SELECT amount, part, id FROM {Quoted} ORDER BY amount"),
            Is.EqualTo(new string?[][] { ["3.00", "n<a", "20"], ["4.00", "n<a", "25"], ["5.00", "n<a", "30"] }));
        Assert.That(database.LeftLoadTables(Target), Is.Empty);
        Assert.That(database.KindOf(load), Is.Null);
        _live.Run($"DISABLE TRIGGER ALL ON {Quoted}; INSERT INTO {Quoted} (amount) VALUES (6)");
        Assert.That(_live.Ask($"SELECT id FROM {Quoted} WHERE amount = 6"), Is.EqualTo(35).Or.EqualTo(40));
    }

    [Test]
    public void It_can_be_done_again_and_again()
    {
        using var database = Databases.Open(_live.ConnectionString);
        foreach (var amount in (string[])["3", "4", "5"])
        {
            var load = Filled(database, amount);
            database.Begin(CancellationToken.None);
            database.ExchangeShadow(load, Target);
            database.Commit();
        }

        Assert.That(_live.Ask($"SELECT max(amount) FROM {Quoted}"), Is.EqualTo(5m));
        Assert.That(_live.Ask($"SELECT count(*) FROM {Quoted}"), Is.EqualTo(1));
    }

    [TestCase("3", "3", "unique constraint")]
    [TestCase("3", "-1", "check constraint")]
    public void Rows_that_an_index_or_a_check_refuses_leave_the_old_ones(string one, string other, string what)
    {
        using var database = Databases.Open(_live.ConnectionString);
        var before = Fingerprint();

        Assert.That(
            () => Filled(database, one, other),
            Throws.TypeOf<DataRefusedException>().With.Property("Code").EqualTo("ORC3471")
                .And.Message.Contains(what));
        database.Rollback();

        Assert.That(Fingerprint(), Is.EqualTo(before));
        Assert.That(_live.Ask($"SELECT sum(amount) FROM {Quoted}"), Is.EqualTo(3m));
    }

    [TestCase("ALTER TABLE {0} ADD later int NULL")]
    [TestCase("DROP INDEX few ON {0}; ALTER TABLE {0} ALTER COLUMN at datetime2(4) NULL")]
    [TestCase("CREATE INDEX later ON {0} (part)")]
    [TestCase("ALTER TABLE {0} ADD CHECK (part <> '')")]
    [TestCase("ALTER INDEX few ON {0} REBUILD WITH (DATA_COMPRESSION = NONE)")]
    public void A_table_that_was_changed_meanwhile_keeps_its_rows(string change)
    {
        using var database = Databases.Open(_live.ConnectionString);
        var load = Filled(database, "7");
        _live.Run(string.Format(null, change, Quoted));
        database.Begin(CancellationToken.None);

        Assert.That(
            () => database.ExchangeShadow(load, Target),
            Throws.TypeOf<DataRefusedException>().With.Property("Code").EqualTo("ORC3470"));
        database.Rollback();

        Assert.That(_live.Ask($"SELECT sum(amount) FROM {Quoted}"), Is.EqualTo(3m));
    }

    [Test]
    public void What_cannot_be_kept_is_named()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.parent (id int PRIMARY KEY, twice AS id * 2, v rowversion)");
        _live.Run($"CREATE TABLE {_live.Schema}.wide (a int, INDEX c CLUSTERED COLUMNSTORE)");
        _live.Run($"CREATE VIEW {_live.Schema}.seen WITH SCHEMABINDING AS SELECT a FROM {_live.Schema}.wide");
        using var database = Databases.Open(_live.ConnectionString);

        Assert.That(database.Uncarried(new TableName(_live.Schema, "parent")), Is.EquivalentTo(new[]
        {
            "computed column twice", "rowversion column v",
        }));
        Assert.That(database.Uncarried(new TableName(_live.Schema, "wide")), Is.EquivalentTo(new[]
        {
            "clustered columnstore index c", $"schema-bound view {_live.Schema}.seen",
        }));
        _live.Run($"DROP VIEW {_live.Schema}.seen");
    }

    private TableName Filled(IDatabase database, params string[] amounts)
    {
        var load = database.Platform.Dialect.LoadTable(Target, 7);
        database.Begin(CancellationToken.None);
        database.CreateShadow(load, Target, 7);
        database.Commit();
        RowColumn[] columns = [new("amount", Databases.Type("decimal(9, 2)"), Nullable: false)];
        TextRows.Write(database, load, columns, [.. amounts.Select(amount => (string?[])[amount])]);
        database.Begin(CancellationToken.None);
        database.CompleteShadow(load, Target);
        database.Commit();
        return load;
    }

    // What the catalog says of the table and what hangs on it, its own number included.
    private string Fingerprint() => (string)_live.Ask($"""
        DECLARE @t int = object_id(N'{Quoted.Replace("'", "''", StringComparison.Ordinal)}');
        SELECT concat(@t, '; ',
          (SELECT i.name, i.type_desc, i.is_primary_key, i.is_unique, i.filter_definition, i.fill_factor, i.is_padded,
            p.data_compression_desc, i.data_space_id FROM sys.indexes AS i
            JOIN sys.partitions AS p ON p.object_id = i.object_id AND p.index_id = i.index_id
            WHERE i.object_id = @t ORDER BY i.index_id FOR XML AUTO),
          (SELECT c.name, c.definition, c.is_not_trusted FROM sys.check_constraints AS c WHERE c.parent_object_id = @t
            ORDER BY c.name FOR XML AUTO),
          (SELECT d.name, d.definition FROM sys.default_constraints AS d WHERE d.parent_object_id = @t
            ORDER BY d.name FOR XML AUTO),
          (SELECT g.name, g.is_disabled FROM sys.triggers AS g WHERE g.parent_id = @t FOR XML AUTO),
          (SELECT e.name, e.minor_id FROM sys.extended_properties AS e
            WHERE e.class = 1 AND e.major_id = @t FOR XML AUTO),
          (SELECT p.permission_name, p.minor_id, p.state_desc FROM sys.database_permissions AS p
            WHERE p.class = 1 AND p.major_id = @t ORDER BY p.permission_name FOR XML AUTO),
          (SELECT s.name FROM sys.stats AS s
            WHERE s.object_id = @t AND s.auto_created = 0 ORDER BY s.name FOR XML AUTO),
          (SELECT convert(int, n.seed_value) AS seed, convert(int, n.increment_value) AS step
            FROM sys.identity_columns AS n WHERE n.object_id = @t FOR XML AUTO))
        """)!;
}
