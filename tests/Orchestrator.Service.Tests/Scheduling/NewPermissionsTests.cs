using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Tests.Scheduling;

/// <summary>What was there when a service was first allowed it runs; what comes later waits until it is approved.
/// </summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class NewPermissionsTests : IDisposable
{
    private static readonly DateTimeOffset Night = new(2026, 2, 2, 2, 0, 0, TimeSpan.Zero);
    private static readonly NeededPermission Known = Plugin("a"), New = Plugin("b");

    private readonly SchedulerRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Test]
    public void Who_first_begins_a_service_with_a_permission_approves_what_is_there()
    {
        _rig.Allowed.Add(PermissionKind.Plugin);
        _rig.Needs.Add(Known);
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night, scheduler);

        var approved = _rig.Ask(reader => reader.Approvals(SchedulerRig.Environment));
        Assert.That(approved.Select(one => (one.Kind, one.Hash, one.ApprovedBy)), Is.EqualTo(new[]
        {
            (PermissionKind.Plugin, "", "anna"), (PermissionKind.Plugin, Known.Hash, "anna"),
        }));
        Assert.That(_rig.Ask(reader => reader.Audit()).Single().Object, Is.EqualTo($"plugins/a.dll ({Known.Hash})"));
        Assert.That(scheduler.State.Waiting, Is.Empty);
        Assert.That(_rig.Processes, Has.Count.EqualTo(1));
    }

    [Test]
    public void What_is_new_waits_also_for_another_start_and_runs_once_it_is_approved()
    {
        _rig.Allowed.Add(PermissionKind.Plugin);
        _rig.Begin().Stop();
        _rig.Needs.Add(New);
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night, scheduler);
        _rig.TurnAt(Night.AddHours(1), scheduler);
        var before = _rig.Processes.Count;
        var waiting = scheduler.State.Waiting;

        ActionWriter.Do(_rig.Ledger, _rig.Clock, new ActionRecord
        {
            Environment = SchedulerRig.Environment,
            Key = "k",
            Command = $"approve {New.Hash}",
            Who = "bob",
            Asked = _rig.Clock.GetUtcNow(),
        }, new Approve(new ApprovalRecord
        {
            Environment = SchedulerRig.Environment,
            Kind = New.Kind,
            Hash = New.Hash,
            Name = New.Name,
            Approved = _rig.Clock.GetUtcNow(),
            ApprovedBy = "bob",
        }), _rig.Entry("approve"));
        _rig.TurnAt(Night.AddHours(1).AddSeconds(1), scheduler);

        Assert.That(before, Is.Zero);
        Assert.That((waiting.Single().Needed, waiting.Single().Batches.Single()), Is.EqualTo((New, "Nightly")));
        Assert.That(_rig.Said.Count(line => line.Contains("ORC5107: it waits until an admin approves plugins/b.dll")),
            Is.EqualTo(1), "told once");
        Assert.That(scheduler.State.Waiting, Is.Empty);
        Assert.That(_rig.Processes, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_run_that_died_is_gone_on_with_whatever_is_new_meanwhile()
    {
        _rig.Allowed.Add(PermissionKind.Plugin);
        _rig.Begin().Stop();
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night, scheduler);
        var hold = _rig.Ask(reader => reader.FiringsNotEnded(SchedulerRig.Environment)).Single().Fence;
        _rig.Die("Nightly", hold);
        _rig.Needs.Add(New);
        _rig.Deploy(scheduler, SchedulerRig.Nightly());

        _rig.Processes[0].ExitCode = 137;
        _rig.TurnAt(Night.AddHours(1), scheduler);
        _rig.TurnAt(Night.AddHours(2), scheduler);

        Assert.That(scheduler.State.Waiting, Has.Exactly(1).Items);
        Assert.That(_rig.Processes, Has.Count.EqualTo(2), "it has the text of the run, which was approved");
    }

    [Test]
    public void What_no_service_is_allowed_is_refused_by_the_run_itself_and_waits_for_nobody()
    {
        _rig.Allowed.Add(PermissionKind.Process);
        _rig.Begin().Stop();
        _rig.Needs.Add(New);
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night, scheduler);

        Assert.That(scheduler.State.Waiting, Is.Empty);
        Assert.That(_rig.Processes, Has.Count.EqualTo(1));
        Assert.That(_rig.Ask(reader => reader.Approvals(SchedulerRig.Environment)).Single().Kind,
            Is.EqualTo(PermissionKind.Process));
    }

    private static NeededPermission Plugin(string name) =>
        new(PermissionKind.Plugin, new string(name[0], 64), $"plugins/{name}.dll");
}
