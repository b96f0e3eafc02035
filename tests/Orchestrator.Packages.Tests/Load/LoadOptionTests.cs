using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load;

/// <summary>Options around the INSERT of a load, on each platform that has them.</summary>
internal sealed class LoadOptionTests
{
    private PatternRig _rig = null!;

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Triggers_fire_or_not_as_the_option_says_and_are_on_afterwards(
        [Values(Platform.Sqlite, Platform.PostgreSql)] Platform platform, [Values] bool fires,
        [Values(LoadPattern.TruncateInsert, LoadPattern.Append)] LoadPattern pattern)
    {
        _rig = new PatternRig(platform);
        var load = Load(new LoadOptions { Pattern = Rig.Written(pattern), FireTriggers = Rig.Written<bool?>(fires) });
        _rig.Run(load, "Id,Parent", "1,1");
        MakeTrigger();

        var result = _rig.Run(load, "Id,Parent", "7,1", "8,1");
        _rig.Execute("INSERT INTO t (\"Id\", \"Parent\") VALUES (9, 1)");

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        string[] noted = fires ? ["7", "8", "9"] : ["9"];
        Assert.That(_rig.Query("SELECT id FROM log ORDER BY id"), Is.EqualTo(noted));
    }

    [Test]
    public void Indexes_that_guard_nothing_are_made_again_behind_the_rows(
        [Values(Platform.Sqlite, Platform.PostgreSql)] Platform platform)
    {
        _rig = new PatternRig(platform);
        var load = Load(new LoadOptions { Indexes = Rig.Written(Indexes.RebuildAfter) });
        _rig.Run(load, "Id,Parent", "1,1");
        _rig.Execute("CREATE INDEX by_parent ON t (\"Parent\" DESC) WHERE \"Parent\" > 0");
        _rig.Execute("CREATE UNIQUE INDEX once ON t (\"Id\")");
        var before = Made();

        var result = _rig.Run(load, "Id,Parent", "7,1", "8,1");

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(Made(), Is.EqualTo(before));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo(new[] { "2" }));
    }

    [Test]
    public void Rows_stand_in_the_order_that_is_asked_for(
        [Values(Platform.Sqlite, Platform.PostgreSql)] Platform platform)
    {
        _rig = new PatternRig(platform);
        var load = Load(new LoadOptions { SortedBy = Rig.Written<IReadOnlyList<string>>(["Id"]) });

        _rig.Run(load, "Id,Parent", "3,1", "1,1", "2,1");
        var result = _rig.Run(load, "Id,Parent", "3,1", "1,1", "2,1");

        Assert.That(result.LoadPath, Does.Contain("as sortedBy asks for"));
        Assert.That(
            _rig.Query($"SELECT \"Id\" FROM t ORDER BY {(platform == Platform.Sqlite ? "rowid" : "ctid")}"),
            Is.EqualTo(new[] { "1", "2", "3" }));
    }

    [Test]
    public void The_server_counts_the_rows_where_it_is_asked_to(
        [Values(Platform.Sqlite, Platform.PostgreSql)] Platform platform)
    {
        _rig = new PatternRig(platform);
        var load = Load(new LoadOptions { Statistics = Rig.Written(true) });
        _rig.Run(load, "Id,Parent", "1,1");
        _rig.Execute("CREATE INDEX by_parent ON t (\"Parent\")");

        _rig.Run(load, "Id,Parent", "7,1", "8,1");

        Assert.That(
            _rig.Query(platform == Platform.Sqlite ? "SELECT tbl FROM sqlite_stat1 WHERE idx = 'by_parent'"
                : "SELECT DISTINCT tablename FROM pg_stats WHERE tablename = 't'"),
            Is.EqualTo(new[] { "t" }));
    }

    [Test]
    public void Numbers_that_only_the_server_gives_are_kept_or_refused([Values] bool keeps)
    {
        _rig = new PatternRig(Platform.PostgreSql);
        _rig.Execute(
            "CREATE TABLE t (\"Id\" int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \"Parent\" int NOT NULL)");
        var load = Load(new LoadOptions
        {
            Swap = Rig.Written(Swap.Transaction),
            KeepIdentity = Rig.Written(keeps),
        });

        var result = _rig.Run(load, "Id,Parent", "70,1");

        Assert.That(result.Error?.Code, Is.EqualTo(keeps ? null : "ORC3473"));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t"), Is.EqualTo(keeps ? (string[])["70"] : []));
    }

    [Test]
    public void Rows_that_others_point_to_are_replaced_with_the_foreign_keys_as_they_were()
    {
        var load = WithKeys();
        var before = Fingerprint();

        var kept = _rig.Run(load with { Load = Transaction(ForeignKeys.Keep) }, "Id,Parent", "1,1", "7,1");
        var result = _rig.Run(load, "Id,Parent", "1,1", "7,1");

        Assert.That(kept.Error!.Code, Is.EqualTo("ORC3474"), "the child's rows would be deleted");
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo(new[] { "1", "7" }));
        Assert.That(Fingerprint(), Is.EqualTo(before));
    }

    [Test]
    public void Rows_of_a_SQLite_table_that_others_delete_with_it_are_not_replaced()
    {
        _rig = new PatternRig(Platform.Sqlite);
        var load = Load(new LoadOptions { Swap = Rig.Written(Swap.Transaction) });
        _rig.Execute("CREATE TABLE t (\"Id\" INTEGER PRIMARY KEY, \"Parent\" INTEGER NOT NULL)");
        _rig.Execute("INSERT INTO t VALUES (1, 1)");
        _rig.Execute("CREATE TABLE child (of INTEGER REFERENCES t (\"Id\") ON DELETE CASCADE)");
        _rig.Execute("INSERT INTO child VALUES (1)");

        var result = _rig.Run(load, "Id,Parent", "1,1", "7,1");

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3474"));
        Assert.That(result.Error.Message, Does.Contain("foreign key of child"));
        Assert.That(_rig.Query("SELECT of FROM child"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void Rows_that_are_taken_back_change_no_other_table([Values] bool isFullRefresh)
    {
        var load = WithKeys() with
        {
            SystemColumns = [new SystemColumn("RowAuditId", "Audit", Rig.Type("bigint"), default)],
            Source = new ObjectSource { Connection = "Pg", Name = "source" },
            Watermark = new Watermark { Name = "Id", Column = "Id", DataType = Rig.Type("int") },
        };
        _rig.Execute("ALTER TABLE t ADD \"Audit\" bigint; UPDATE t SET \"Audit\" = 77; "
            + "CREATE TABLE source AS SELECT \"Id\", \"Parent\" FROM t");
        var before = Fingerprint();

        var kept = TakeBack(ForeignKeys.Keep);
        var result = TakeBack(ForeignKeys.Recreate);

        Assert.That(kept.Error?.Code, Is.EqualTo("ORC3474"), "the child's rows would be deleted");
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(_rig.Query("SELECT t FROM child"), Is.EqualTo(new[] { "1" }));
        Assert.That(_rig.Query("SELECT \"Id\", \"Audit\" > 77 FROM t"), Is.EqualTo(new[] { "1|true" }));
        Assert.That(Fingerprint(), Is.EqualTo(before));

        PackageResult TakeBack(ForeignKeys keys) => PackageKinds.All["load"].Run(_rig.Rig.Context(load with
        {
            Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append), ForeignKeys = Rig.Written(keys) },
        }) with
        {
            Past = new()
            {
                Watermark = () => new WatermarkStart(null, isFullRefresh ? [] : [77]) { IsFullRefresh = isFullRefresh },
            },
        });
    }

    [TestCase("2,1", "foreign key to_t of public.child", "1")]
    [TestCase("1,5", "foreign key of_parent of public.t", "5")]
    public void A_foreign_key_that_does_not_hold_fails_the_load_with_its_first_values(
        string row, string key, string value)
    {
        var load = WithKeys();
        var before = Fingerprint();

        var result = _rig.Run(load, "Id,Parent", row);

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3472"));
        Assert.That(result.Error.Message, Does.Contain(key).And.Contain($"nothing is found for {value} "));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t"), Is.EqualTo(new[] { "1" }));
        Assert.That(Fingerprint(), Is.EqualTo(before));
    }

    [Test]
    public void A_table_written_in_place_is_locked_in_each_of_its_transactions()
    {
        _rig = new PatternRig(Platform.PostgreSql);
        var load = Load(new LoadOptions
        {
            Swap = Rig.Written(Swap.InPlace),
            TableLock = Rig.Written(true),
            CommitRows = Rig.Written(1L),
        });
        _rig.Run(load, "Id,Parent", "1,1");
        var platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        _rig.Rig.PlatformOf = connection =>
            connection.Name == "Pg" ? platform : Packages.Store.Platforms.Of(connection);

        _rig.Run(load, "Id,Parent", "7,1", "8,1");

        string[] steps = [.. platform.Log.Where(entry => entry == "commit"
            || entry.StartsWith("LOCK TABLE", StringComparison.Ordinal)
            || entry.StartsWith("DELETE FROM \"public\"", StringComparison.Ordinal)).Select(entry => entry[..6])];
        Assert.That(steps, Is.EqualTo(new[] { "LOCK T", "DELETE", "commit", "LOCK T", "commit", "LOCK T", "commit" }));
    }

    [TestCase(true, "child", true)]
    [TestCase(true, "CHILD_OF_ANOTHER", false)]
    [TestCase(false, "child", false)]
    public void Values_of_another_table_are_hidden_where_an_object_with_it_has_sensitive_columns(
        bool isSensitive, string table, bool isHidden)
    {
        var load = WithKeys();
        _rig.Rig.Objects.Add(Rig.Load("other", Rig.Column("t", "int") with { Sensitive = isSensitive }) with
        {
            Target = new ObjectTarget("Pg", "public", table),
        });

        var result = _rig.Run(load, "Id,Parent", "2,1");

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3472"));
        Assert.That(result.Error.Message, isHidden
            ? Does.Contain("the values are not shown").And.Not.Contain("for 1 ")
            : Does.Contain("nothing is found for 1 "));
    }

    [Test]
    public void Foreign_keys_that_were_not_valid_are_so_afterwards_and_check_what_is_written()
    {
        var load = WithKeys();
        _rig.Execute("""
            ALTER TABLE t DROP CONSTRAINT of_parent; ALTER TABLE child DROP CONSTRAINT to_t;
            INSERT INTO child VALUES (99);
            ALTER TABLE t ADD CONSTRAINT of_parent FOREIGN KEY ("Parent") REFERENCES parent NOT VALID;
            ALTER TABLE child ADD CONSTRAINT to_t FOREIGN KEY (t) REFERENCES t ON DELETE CASCADE NOT VALID
            """);
        var before = Fingerprint();

        var result = _rig.Run(load, "Id,Parent", "1,1", "7,1");
        var refused = _rig.Run(load, "Id,Parent", "1,5");

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(refused.Outcome, Is.EqualTo(NodeState.Failed), "no parent 5");
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo(new[] { "1", "7" }));
        Assert.That(_rig.Query("SELECT t FROM child ORDER BY 1"), Is.EqualTo(new[] { "1", "99" }));
        Assert.That(Fingerprint(), Is.EqualTo(before));
    }

    [TestCase(true, "child")]
    [TestCase(true, "partitioned child")]
    [TestCase(false, "child")]
    public void Keys_and_triggers_of_partitions_are_seen(bool isPartition, string child)
    {
        _rig = new PatternRig(Platform.PostgreSql);
        var (whole, target) = isPartition ? ("whole", "t") : ("t", "part");
        _rig.Execute(
            $"""
            CREATE TABLE parent (id int PRIMARY KEY); INSERT INTO parent VALUES (1);
            CREATE TABLE {whole} ("Id" int PRIMARY KEY, "Parent" int NOT NULL CONSTRAINT of_parent REFERENCES parent)
              PARTITION BY RANGE ("Id");
            CREATE TABLE {target} PARTITION OF {whole} FOR VALUES FROM (0) TO (100);
            CREATE INDEX by_parent ON {whole} ("Parent"); CREATE INDEX own ON {target} ("Parent");
            INSERT INTO {whole} VALUES (1, 1);
            CREATE TABLE child (t int CONSTRAINT to_t REFERENCES {whole} ON DELETE CASCADE)
              {(child == "child" ? "" : "PARTITION BY LIST (t); CREATE TABLE child_1 PARTITION OF child DEFAULT")};
            INSERT INTO child VALUES (1); COMMENT ON CONSTRAINT to_t ON child IS 'kept';
            CREATE TABLE log (id int);
            CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN INSERT INTO log VALUES (NEW."Id"); RETURN NEW; END';
            CREATE TRIGGER noted AFTER INSERT ON {whole} FOR EACH ROW EXECUTE FUNCTION note();
            CREATE TRIGGER also AFTER INSERT ON {target} FOR EACH ROW EXECUTE FUNCTION note();
            """);
        string[] tables = ["t", isPartition ? "whole" : "part", "child"];
        var before = tables.Select(table => _rig.Query(TableFingerprint.Of(table))).ToArray();

        var kept = _rig.Run(Load(Transaction(ForeignKeys.Keep)), "Id,Parent", "1,1");
        var options = Transaction(ForeignKeys.Recreate) with
        {
            FireTriggers = Rig.Written<bool?>(false),
            Indexes = Rebuilt,
        };
        var result = _rig.Run(Load(options), "Id,Parent", "1,1", "7,1");

        Assert.That(kept.Error?.Code, Is.EqualTo("ORC3474"), "the child's rows would be deleted");
        Assert.That(kept.Error!.Message, Does.Contain("to_t"));
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo(new[] { "1", "7" }));
        Assert.That(_rig.Query("SELECT t FROM child"), Is.EqualTo(new[] { "1" }));
        Assert.That(_rig.Query("SELECT id FROM log"), Is.Empty);
        Assert.That(tables.Select(table => _rig.Query(TableFingerprint.Of(table))), Is.EqualTo(before));
    }

    [TestCase("DELETE FROM \"public\".\"t\"")]
    [TestCase("INSERT INTO \"public\".\"t\"")]
    [TestCase("ALTER TABLE public.child ADD CONSTRAINT to_t")]
    [TestCase("CREATE INDEX by_parent")]
    [TestCase("ALTER TABLE public.t ENABLE TRIGGER")]
    [TestCase("SELECT count(*) FROM \"public\".\"t\"")]
    [TestCase("commit")]
    public void A_session_that_is_killed_anywhere_leaves_everything_as_it_was(string statement)
    {
        var load = WithKeys();
        MakeTrigger();
        _rig.Execute("CREATE INDEX by_parent ON t (\"Parent\")");
        var before = Fingerprint();
        var platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        var isKilled = false;
        platform.Before = entry =>
        {
            if (!isKilled && entry.StartsWith(statement, StringComparison.Ordinal)
                && (statement != "commit"
                    || platform.Log.Any(said => said.StartsWith("DELETE", StringComparison.Ordinal))))
            {
                isKilled = true;
                _rig.Execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                    + "current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'");
            }
        };
        _rig.Rig.PlatformOf = connection =>
            connection.Name == "Pg" ? platform : Packages.Store.Platforms.Of(connection);

        var result = _rig.Run(
            load with { Load = load.Load with { FireTriggers = Rig.Written<bool?>(false), Indexes = Rebuilt } },
            "Id,Parent", "1,1", "7,1");

        Assert.That(isKilled, Is.True);
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(Fingerprint(), Is.EqualTo(before));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t"), Is.EqualTo(new[] { "1" }));
    }

    private static Setting<Indexes> Rebuilt => Rig.Written(Indexes.RebuildAfter);

    private static LoadOptions Transaction(ForeignKeys keys) => new()
    {
        Swap = Rig.Written(Swap.Transaction),
        ForeignKeys = Rig.Written(keys),
    };

    private ObjectDefinition Load(LoadOptions options) => _rig.Load(
        options, Rig.Column("Id", "int", key: 1), Rig.Column("Parent", "int") with { Nullable = false });

    private ObjectDefinition WithKeys()
    {
        _rig = new PatternRig(Platform.PostgreSql);
        _rig.Execute(
            """
            CREATE TABLE parent (id int PRIMARY KEY); INSERT INTO parent VALUES (1);
            CREATE TABLE t ("Id" int PRIMARY KEY, "Parent" int NOT NULL CONSTRAINT of_parent REFERENCES parent);
            INSERT INTO t VALUES (1, 1);
            CREATE TABLE child (t int CONSTRAINT to_t REFERENCES t ON DELETE CASCADE DEFERRABLE);
            INSERT INTO child VALUES (1); COMMENT ON CONSTRAINT to_t ON child IS 'kept';
            """);
        return Load(Transaction(ForeignKeys.Recreate));
    }

    private void MakeTrigger()
    {
        _rig.Execute("CREATE TABLE log (id int)");
        if (_rig.IsServer)
        {
            _rig.Execute("CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN INSERT INTO log VALUES (NEW.\"Id\"); RETURN NEW; END'");
        }

        _rig.Execute("CREATE TRIGGER noted AFTER INSERT ON t FOR EACH ROW "
            + (_rig.IsServer ? "EXECUTE FUNCTION note()" : "BEGIN INSERT INTO log VALUES (NEW.\"Id\"); END"));
    }

    private string[] Made() => _rig.IsServer ? Fingerprint()
        : _rig.Query("SELECT name, sql FROM sqlite_master WHERE tbl_name = 't' ORDER BY name");

    private string[] Fingerprint() => _rig.Query(TableFingerprint.Of("t"));
}
