using Orchestrator.Core;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Ledger.Tests;

internal sealed class EvidenceTests(Place place) : ConformanceFixture(place)
{
    private const string NotAvailable = "server waits: not available: needs VIEW SERVER PERFORMANCE STATE";

    private static readonly AttemptEvidence OfAttempt = new()
    {
        Commits = 1001,
        CommitTime = TimeSpan.FromMicroseconds(7),
        LogTime = TimeSpan.FromSeconds(3),
        LogTimeHow = "WRITELOG of its sessions",
        Waits =
        [
            new ServerWait("WRITELOG", WaitClass.LogWrite, TimeSpan.FromSeconds(3), 1001, IsSampled: false),
            new ServerWait("ö'\\", WaitClass.Other, TimeSpan.FromMicroseconds(1), 2, IsSampled: true),
        ],
        Missing = [NotAvailable, "another"],
    };

    [Test]
    public void The_evidence_of_an_attempt_reads_as_it_was_written()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(1));
        run.Writer.Record(Turns.Succeeded(1, TimeSpan.FromSeconds(4)) with
        {
            Results = [new AttemptResult { Node = 1, Attempt = 1, Evidence = OfAttempt }],
        });

        using var reader = Read();
        var found = reader.AttemptEvidence(run.Number).Single();
        Assert.That((found.Node, found.AttemptId), Is.EqualTo((1, 1L)));
        Assert.That(found.Evidence, Is.EqualTo(OfAttempt).UsingPropertiesComparer());
        Assert.That(found.Evidence.LogTimePerCommit, Is.EqualTo(TimeSpan.FromSeconds(3) / 1001));
    }

    [Test]
    public void What_is_not_known_of_an_attempt_reads_as_not_known_and_not_as_zero()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(1));
        run.Writer.Record(Turns.Succeeded(1, TimeSpan.FromSeconds(4)) with
        {
            Results =
            [
                new AttemptResult
                {
                    Node = 1,
                    Attempt = 1,
                    Evidence = new AttemptEvidence { Commits = 5, Missing = [NotAvailable] },
                },
            ],
        });

        using var reader = Read();
        var found = reader.AttemptEvidence(run.Number).Single().Evidence;
        Assert.That((found.CommitTime, found.LogTime, found.LogTimePerCommit),
            Is.EqualTo(((TimeSpan?)null, (TimeSpan?)null, (TimeSpan?)null)));
        Assert.That(found.Missing, Is.EqualTo(new[] { NotAvailable }));
    }

    [Test]
    public void The_evidence_of_databases_reads_as_it_was_written_also_where_the_run_has_ended()
    {
        DatabaseEvidence[] databases = [OfDatabase("A"), OfDatabase("B") with { Waits = [], Samples = [] }];
        long number;
        using (var run = Begin())
        {
            number = run.Number;
            run.Writer.Record(Turns.End(RunVerdict.Succeeded));
            run.Writer.Observe(databases);
        }

        using var reader = Read();
        Assert.That(reader.DatabaseEvidence(number), Is.EqualTo(databases).UsingPropertiesComparer());
        Assert.That(reader.DatabaseEvidence(number)[0].Total!.Commits, Is.EqualTo(20));
        Assert.That(reader.DatabaseEvidence(number + 1), Is.Empty);
    }

    [Test]
    public void What_is_seen_later_takes_the_place_of_the_totals_and_comes_to_the_samples()
    {
        var first = OfDatabase("A");
        var sample = first.Samples[^1] with { At = Began.AddSeconds(70), Commits = 90 };
        var other = new ServerWait("Lock:tuple", WaitClass.Lock, TimeSpan.FromSeconds(1), 2, IsSampled: true);
        var second = first with
        {
            Ended = sample.At,
            Looks = 700,
            ProcessorTime = first.ProcessorTime * 2,
            ServerTime = first.ServerTime * 3,
            WorkTime = first.WorkTime * 4,
            Samples = [sample],
            Waits = [first.Waits[0] with { Duration = TimeSpan.FromSeconds(8), Count = 70 }, other],
            Missing = [],
        };
        using var run = Begin();
        run.Writer.Observe([first]);
        run.Writer.Observe([second, OfDatabase("B")]);

        using var reader = Read();
        Assert.That(reader.DatabaseEvidence(run.Number), Is.EqualTo(new[]
        {
            second with { Samples = [.. first.Samples, sample] }, OfDatabase("B"),
        }).UsingPropertiesComparer());
    }

    [Test]
    public void A_backup_has_the_evidence()
    {
        using (var run = Begin())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Succeeded(1, TimeSpan.FromSeconds(4)) with
            {
                Results = [new AttemptResult { Node = 1, Attempt = 1, Evidence = OfAttempt }],
            });
            run.Writer.Observe([OfDatabase("A")]);
        }

        var file = Path.Combine(Folder, "copy.db");
        LedgerBackup.Make(Location, file, "me", TimeProvider.System);

        LedgerBackup.Look(file, TimeProvider.System, reader =>
        {
            Assert.That(reader.AttemptEvidence(1).Single().Evidence,
                Is.EqualTo(OfAttempt).UsingPropertiesComparer());
            Assert.That(reader.DatabaseEvidence(1).Single(),
                Is.EqualTo(OfDatabase("A")).UsingPropertiesComparer());
            return 0;
        });
    }

    private static DatabaseEvidence OfDatabase(string connection) => new()
    {
        Connection = connection,
        Platform = "PostgreSQL",
        Began = Began,
        Ended = Began.AddSeconds(9),
        IsOnThisMachine = true,
        WorkTime = TimeSpan.FromSeconds(7),
        Looks = 90,
        ProcessorTime = TimeSpan.FromMilliseconds(3),
        ServerTime = TimeSpan.FromMilliseconds(4),
        Missing = ["flushes: not available: needs PostgreSQL 14"],
        Waits = [new ServerWait("IO:WALSync", WaitClass.LogWrite, TimeSpan.FromSeconds(1), 10, IsSampled: true)],
        Samples =
        [
            new EvidenceSample(Began, null, null, null, new Dictionary<WaitClass, TimeSpan>()),
            new EvidenceSample(Began.AddSeconds(9), 20, 30, 40, new Dictionary<WaitClass, TimeSpan>
            {
                [WaitClass.LogWrite] = TimeSpan.FromSeconds(1),
                [WaitClass.Other] = TimeSpan.FromSeconds(2),
            }),
        ],
    };
}
