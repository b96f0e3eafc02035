using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Tests.Scheduling;

/// <summary>What was there when a service was first allowed it runs; what comes later waits until it is approved.
/// </summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class NewPermissionsTests : IDisposable
{
    private static readonly DateTimeOffset Night = new(2026, 2, 2, 2, 0, 0, TimeSpan.Zero);
    private static readonly NeededPermission Known = Plugin("a"), New = Plugin("b");

    private readonly SchedulerRig rig = new();

    public void Dispose() => rig.Dispose();

    [Test]
    public void Who_first_begins_a_service_with_a_permission_approves_what_is_there()
    {
        rig.Allowed.Add(PermissionKind.Plugin);
        rig.Needs.Add(Known);
        var scheduler = rig.Begin(SchedulerRig.Nightly());
        rig.TurnAt(Night, scheduler);

        var approved = rig.Ask(reader => reader.Approvals(SchedulerRig.Environment));
        Assert.That(approved.Select(one => (one.Kind, one.Hash, one.ApprovedBy)), Is.EqualTo(new[]
        {
            (PermissionKind.Plugin, "", "anna"), (PermissionKind.Plugin, Known.Hash, "anna"),
        }));
        Assert.That(rig.Ask(reader => reader.Audit()).Single().Object, Is.EqualTo($"plugins/a.dll ({Known.Hash})"));
        Assert.That(scheduler.State.Waiting, Is.Empty);
        Assert.That(rig.Processes, Has.Count.EqualTo(1));
    }

    [Test]
    public void What_is_new_waits_also_for_another_start_and_runs_once_it_is_approved()
    {
        rig.Allowed.Add(PermissionKind.Plugin);
        rig.Begin().Stop();
        rig.Needs.Add(New);
        var scheduler = rig.Begin(SchedulerRig.Nightly());
        rig.TurnAt(Night, scheduler);
        rig.TurnAt(Night.AddHours(1), scheduler);
        var before = rig.Processes.Count;
        var waiting = scheduler.State.Waiting;

        ActionWriter.Do(rig.Ledger, rig.Clock, new ActionRecord
        {
            Environment = SchedulerRig.Environment,
            Key = "k",
            Command = $"approve {New.Hash}",
            Who = "bob",
            Asked = rig.Clock.GetUtcNow(),
        }, new Approve(new ApprovalRecord
        {
            Environment = SchedulerRig.Environment,
            Kind = New.Kind,
            Hash = New.Hash,
            Name = New.Name,
            Approved = rig.Clock.GetUtcNow(),
            ApprovedBy = "bob",
        }), rig.Entry("approve"));
        rig.TurnAt(Night.AddHours(1).AddSeconds(1), scheduler);

        Assert.That(before, Is.Zero);
        Assert.That((waiting.Single().Needed, waiting.Single().Batches.Single()), Is.EqualTo((New, "Nightly")));
        Assert.That(rig.Said.Count(line => line.Contains("ORC5107: it waits until an admin approves plugins/b.dll")),
            Is.EqualTo(1), "told once");
        Assert.That(scheduler.State.Waiting, Is.Empty);
        Assert.That(rig.Processes, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_run_that_died_is_gone_on_with_whatever_is_new_meanwhile()
    {
        rig.Allowed.Add(PermissionKind.Plugin);
        rig.Begin().Stop();
        var scheduler = rig.Begin(SchedulerRig.Nightly());
        rig.TurnAt(Night, scheduler);
        var hold = rig.Ask(reader => reader.FiringsNotEnded(SchedulerRig.Environment)).Single().Fence;
        rig.Die("Nightly", hold);
        rig.Needs.Add(New);
        rig.Deploy(scheduler, SchedulerRig.Nightly());

        rig.Processes[0].ExitCode = 137;
        rig.TurnAt(Night.AddHours(1), scheduler);
        rig.TurnAt(Night.AddHours(2), scheduler);

        Assert.That(scheduler.State.Waiting, Has.Exactly(1).Items);
        Assert.That(rig.Processes, Has.Count.EqualTo(2), "it has the text of the run, which was approved");
    }

    [Test]
    public void What_no_service_is_allowed_is_refused_by_the_run_itself_and_waits_for_nobody()
    {
        rig.Allowed.Add(PermissionKind.Process);
        rig.Begin().Stop();
        rig.Needs.Add(New);
        var scheduler = rig.Begin(SchedulerRig.Nightly());
        rig.TurnAt(Night, scheduler);

        Assert.That(scheduler.State.Waiting, Is.Empty);
        Assert.That(rig.Processes, Has.Count.EqualTo(1));
        Assert.That(rig.Ask(reader => reader.Approvals(SchedulerRig.Environment)).Single().Kind,
            Is.EqualTo(PermissionKind.Process));
    }

    private static NeededPermission Plugin(string name) =>
        new(PermissionKind.Plugin, new string(name[0], 64), $"plugins/{name}.dll");
}
