using System.Data;
using System.Data.Common;
using Orchestrator.Data;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Ledger.Servers;

namespace Orchestrator.Ledger.Tests.Servers;

/// <summary>A copy of a ledger on a server without snapshots: each table is read at its own moment.</summary>
internal sealed class CopyWithoutSnapshotsTests : LedgerFixture
{
    protected override LedgerLocation MakeLocation(string folder) => Places.Empty(Place.PostgreSql, folder);

    [TestCase(16)]
    [TestCase(17)]
    [TestCase(32)]
    [TestCase(33)]
    [TestCase(35)]
    [TestCase(39)]
    public void What_begins_while_it_is_made_is_not_in_it_and_nothing_in_it_lacks_what_it_refers_to(int moment)
    {
        RunAll(1, 2);
        var file = Path.Combine(Folder, "copy.db");
        var server = new WithoutSnapshots(moment, () => RunAll(1));

        using (var database = new ServerDatabase(server, Location.Server!))
        using (var copy = LedgerFile.Make(file, LedgerSql.Version, TimeProvider.System))
        {
            copy.BeginWriting(CancellationToken.None);
            LedgerCopy.ToFile(database, copy);
            copy.Commit();
            using var missing = copy.Write("SELECT * FROM pragma_foreign_key_check");
            Assert.That(missing.Step(), Is.False);
        }

        using var original = Read();
        using var reader = LedgerReader.Open(new LedgerLocation(file), TimeProvider.System)!;
        Assert.That(original.Count, Is.EqualTo(2));
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 1 }));
        Assert.That(reader.Attempt(3), Is.Null);
        Assert.That(reader.Transitions(1), Is.EqualTo(original.Transitions(1)));
    }

    /// <summary>Does something when a certain table is read.</summary>
    private sealed class WithoutSnapshots(int moment, Action meanwhile) : ILedgerServer
    {
        private readonly PostgreSqlLedger _server = new(new PostgreSqlPlatform(), "orchestrator ledger");
        private int _asked;

        public string Session => _server.Session;

        public IPlatform Platform => _server.Platform;

        public LedgerSql Sql
        {
            get
            {
                if (++_asked == moment)
                {
                    meanwhile();
                }

                return _server.Sql;
            }
        }

        public IsolationLevel Snapshot => throw new InvalidOperationException("it has none");

        public bool HasSnapshots(DbConnection connection) => false;

        public DbConnection Connection(DatabaseAddress address) => _server.Connection(address);

        public DbParameter Parameter(int place, long? value) => _server.Parameter(place, value);

        public DbParameter Parameter(int place, string? value) => _server.Parameter(place, value);

        public Statement BindLock(Statement statement, string name) => _server.BindLock(statement, name);
    }
}
