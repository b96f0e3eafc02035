using Orchestrator.Core.Alerts;
using Orchestrator.Ledger.Alerts;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Service.Tests.Alerts;

internal sealed class AlertLoopTests
{
    private static readonly TimeSpan Minutes = TimeSpan.FromMinutes(3);

    [Test]
    public async Task A_run_that_failed_is_told_once_with_link_and_command()
    {
        using var rig = new AlertRig();
        var loop = rig.Begin();
        rig.Clock.Advance(Minutes);
        rig.Fail("Nightly");
        rig.Clock.Advance(Minutes);

        await rig.PassAsync(Minutes * 10, loop);

        var message = rig.Arrived.Single();
        var told = message.Occurrences.Single();
        Assert.That(MessageText.Subject(message),
            Does.StartWith("FAILED Nightly run 1 (prod): 1 of 2 packages failed, 1 blocked"));
        Assert.That(told.Failures[0].ServerCode, Is.EqualTo("53300"));
        Assert.That(told.Command, Does.StartWith("orchestrator "));
        Assert.That(message.LinkOf(told), Is.EqualTo("https://etl.example.org/runs/1"));
        Assert.That(rig.Records().Single().State, Is.EqualTo(AlertState.Sent));
    }

    [Test]
    public async Task A_loop_that_failed_by_itself_is_counted_where_no_package_has_failed()
    {
        using var rig = new AlertRig();
        var loop = rig.Begin();
        rig.Clock.Advance(Minutes);
        rig.Fail("Nightly");
        LedgerChange.Run(rig.Ledger, "update nodes set state = 'Succeeded'");
        LedgerChange.Run(rig.Ledger,
            "update nodes set state = 'Failed', why = 'ORC3611 it has too many turns' where name = $text", "Stage1/C2");
        rig.Clock.Advance(Minutes);

        await rig.PassAsync(Minutes, loop);

        var message = rig.Arrived.Single();
        Assert.That(MessageText.Subject(message), Does.StartWith("FAILED Nightly run 1 (prod): 1 group failed"));
        var told = message.Occurrences.Single();
        Assert.That((told.FailuresCount, told.Failures.Single().Package), Is.EqualTo((1, "Stage1/C2")));
    }

    [Test]
    public async Task One_broken_server_under_180_packages_and_six_batches_sends_one_message()
    {
        using var rig = new AlertRig();
        var batches = Enumerable.Range(1, 6).Select(number => $"Batch{number}").ToList();
        rig.Alerts = new ServedAlerts
        {
            All = [AlertRig.Told("Nightly", AlertEvent.Failed),
                .. batches.Select(batch => AlertRig.Told(batch, AlertEvent.Failed))],
        };
        var loop = rig.Begin();
        rig.Clock.Advance(Minutes);
        rig.Play("Nightly", NightPlan.Of(1, 180), (_, _) => AlertRig.Failing("Crm"));
        batches.ForEach(batch => rig.Fail(batch));
        rig.Clock.Advance(TimeSpan.FromMinutes(10));

        await rig.PassAsync(Minutes * 10, loop);

        var message = rig.Arrived.Single();
        Assert.That(message.Occurrences, Has.Count.EqualTo(7));
        Assert.That(MessageText.Subject(message), Does.StartWith("FAILED 7 times (prod): "));
        Assert.That(message.Occurrences.Max(one => one.FailuresCount), Is.EqualTo(180));
        Assert.That(MessageText.Body(message).Length, Is.LessThan(20_000));
    }

    [Test]
    public async Task Another_server_is_another_message_and_a_flapping_one_is_told_of_four_times_an_hour_at_most()
    {
        using var rig = new AlertRig();
        var loop = rig.Begin();
        for (var minute = 0; minute < 60; minute += 3)
        {
            rig.Fail("Nightly", minute == 30 ? "Dwh" : "Crm");
            rig.Clock.Advance(TimeSpan.FromSeconds(5));
            await rig.PassAsync(Minutes, loop);
        }

        await rig.PassAsync(Minutes * 6, loop);

        var crm = rig.Arrived.Where(message => message.Occurrences[0].Cause.StartsWith("Crm")).ToList();
        Assert.That(crm, Has.Count.InRange(3, 6));
        Assert.That(crm.Sum(message => message.Occurrences.Count), Is.EqualTo(19));
        Assert.That(rig.Arrived.Count(message => message.Occurrences[0].Cause.StartsWith("Dwh")), Is.EqualTo(1));
    }

    [Test]
    public async Task What_was_before_the_first_look_is_not_told_and_what_came_while_nobody_served_is()
    {
        using var rig = new AlertRig();
        rig.Fail("Nightly");
        rig.Clock.Advance(Minutes);
        var first = rig.Begin();
        await rig.PassAsync(Minutes, first);
        first.Dispose();
        rig.Fail("Nightly");
        rig.Clock.Advance(TimeSpan.FromHours(5));

        await rig.PassAsync(Minutes, rig.Begin());

        Assert.That(rig.Arrived.SelectMany(message => message.Occurrences).Select(told => told.Run),
            Is.EqualTo(new long?[] { 2 }));
    }

    [Test]
    public async Task Warnings_are_told_where_somebody_wants_them()
    {
        using var rig = new AlertRig();
        rig.Alerts = new ServedAlerts { All = [AlertRig.Told("Nightly", AlertEvent.SucceededWithWarnings)] };
        var loop = rig.Begin();
        rig.Clock.Advance(Minutes);
        rig.Succeed("Nightly", TimeSpan.FromMinutes(1), ["3 rows were truncated"]);
        rig.Fail("Nightly");
        rig.Clock.Advance(Minutes);

        await rig.PassAsync(Minutes, loop);

        Assert.That(MessageText.Subject(rig.Arrived.Single()), Does.StartWith("WARNINGS Nightly run 1 (prod): "
            + "succeeded with warnings").And.Contain("3 rows were truncated"));
    }

    [Test]
    public async Task A_stale_buffer_is_told_of_and_a_look_that_hangs_holds_up_nothing()
    {
        using var rig = new AlertRig();
        using var hangs = new ManualResetEventSlim();
        var asked = 0;
        rig.Alerts = new ServedAlerts
        {
            All = [AlertRig.Told("Nightly", AlertEvent.StaleAbsorber, AlertEvent.Failed)],
            Buffers = _ =>
            {
                if (Interlocked.Increment(ref asked) > 1)
                {
                    hangs.Wait();
                }

                return [new BufferAge("Nightly", "Stage1/click", "Crm", 5, TimeSpan.FromHours(1), "absorb status")];
            },
        };
        var loop = rig.Begin();
        await Until(() => asked == 1);
        await rig.PassAsync(Minutes, loop);
        rig.Fail("Nightly");
        rig.Clock.Advance(TimeSpan.FromSeconds(5));
        await rig.PassAsync(Minutes, loop);
        hangs.Set();

        Assert.That(rig.Arrived.Select(message => message.State), Is.EqualTo(new[] { "STALE", "FAILED" }));
    }

    [Test]
    public async Task What_keeps_buffers_from_being_looked_at_is_said_once()
    {
        using var rig = new AlertRig();
        var asked = 0;
        rig.Alerts = new ServedAlerts
        {
            All = [AlertRig.Told("Nightly", AlertEvent.StaleAbsorber)],
            Buffers = say =>
            {
                say("Crm does not answer");
                return Interlocked.Increment(ref asked) == 1 ? throw new InvalidOperationException("a mistake") : [];
            },
        };
        var loop = rig.Begin();
        for (var look = 1; look <= 3; look++)
        {
            await Until(() => asked >= look);
            await rig.PassAsync(Minutes, loop);
        }

        Assert.That(rig.Said.Count(line => line == "Crm does not answer"), Is.EqualTo(1));
        Assert.That(rig.Said.Where(line => line.EndsWith("cannot be looked at: a mistake")), Has.Exactly(1).Items);
    }

    [Test]
    public async Task What_does_not_arrive_is_tried_again_ever_more_rarely_by_the_same_name_and_given_up_after_a_day()
    {
        using var rig = new AlertRig();
        List<(DateTimeOffset At, string Id)> tries = [];
        rig.Answer = (_, message) =>
        {
            tries.Add((rig.Clock.GetUtcNow(), message.Id));
            return Task.FromResult(new SendResult(false, "HTTP 503"));
        };
        var loop = rig.Begin();
        rig.Clock.Advance(Minutes);
        rig.Fail("Nightly");
        rig.Clock.Advance(Minutes);

        await rig.PassAsync(TimeSpan.FromMinutes(20), loop);
        await rig.PassAsync(TimeSpan.FromHours(26), TimeSpan.FromMinutes(5), loop);

        var waits = tries.Zip(tries.Skip(1), (one, next) => (next.At - one.At).TotalMinutes).ToList();
        Assert.That(tries.Select(one => one.Id).Distinct().Count(), Is.EqualTo(1));
        Assert.That(waits, Is.All.LessThan(66));
        Assert.That(tries, Has.Count.InRange(20, 34));
        Assert.That((rig.Records().Single().State, rig.Records().Single().LastError),
            Is.EqualTo((AlertState.GivenUp, "HTTP 503")));
        Assert.That(rig.Said, Has.Some.Contains("ORC5301").And.Some.Contains("ORC5302"));
    }

    [Test]
    public async Task A_mistake_of_the_program_is_said_once_and_what_failed_meanwhile_is_told_later()
    {
        using var rig = new AlertRig();
        var loop = rig.Begin();
        var state = rig.State;
        rig.Clock.Advance(Minutes);
        rig.Fail("Nightly");

        rig.State = null!;
        await rig.PassAsync(Minutes, loop);
        rig.State = state;
        await rig.PassAsync(Minutes * 10, loop);

        Assert.That(rig.Said.Where(line => line.Contains("a mistake of this program")), Has.Exactly(1).Items);
        Assert.That(rig.Arrived, Has.Exactly(1).Items);
    }

    [Test]
    public async Task A_service_that_has_read_no_metadata_yet_forgets_and_gives_up_nothing()
    {
        using var rig = new AlertRig();
        rig.Begin();
        rig.Clock.Advance(Minutes);
        rig.Fail("Nightly");
        rig.HasDefinitions = false;
        var (alerts, none) = (rig.Alerts, new ServedAlerts());

        rig.Alerts = none;
        var next = rig.Begin();
        await rig.PassAsync(Minutes, next);
        (rig.Alerts, rig.HasDefinitions) = (alerts, true);
        await rig.PassAsync(Minutes * 10, next);

        Assert.That(rig.Arrived, Has.Exactly(1).Items);
    }

    [Test]
    public async Task What_is_declared_no_more_is_given_up()
    {
        using var rig = new AlertRig();
        var loop = rig.Begin();
        rig.FailNoted(loop);
        rig.Alerts = new ServedAlerts();

        await rig.PassAsync(Minutes, loop);

        Assert.That(rig.Arrived, Is.Empty);
        Assert.That(rig.Records().Single().State, Is.EqualTo(AlertState.GivenUp));
    }

    [Test]
    public async Task A_service_with_other_metadata_leaves_what_it_does_not_declare_to_one_that_lives()
    {
        using var rig = new AlertRig();
        var newer = rig.Begin();
        rig.FailNoted(newer);
        var declared = rig.Alerts;
        using var beside = rig.Beside();
        for (var again = 0; again < 25; again++)
        {
            using var crashed = rig.Beside();
            crashed.Stop();
        }

        rig.Alerts = AlertRig.ToldOthers("Weekly");
        var older = rig.Begin();
        await rig.PassAsync(Minutes, older);
        var left = rig.Records().Single().State;
        beside.Stop();
        rig.Alerts = declared;
        await rig.PassAsync(Minutes, newer);

        Assert.That(left, Is.EqualTo(AlertState.Waiting));
        Assert.That(rig.Arrived, Has.Exactly(1).Items);
    }

    [Test]
    public async Task What_no_service_has_sent_for_a_day_is_given_up_and_holds_up_nothing_meanwhile()
    {
        using var rig = new AlertRig();
        var loop = rig.Begin();
        rig.FailNoted(loop);
        using var beside = rig.Beside();
        rig.Alerts = AlertRig.ToldOthers("Nightly");

        await rig.PassAsync(Minutes, loop);
        rig.Fail("Nightly", "Dwh");
        rig.Clock.Advance(TimeSpan.FromSeconds(5));
        await rig.PassAsync(Minutes, loop);
        var meanwhile = rig.Records().Select(record => record.State).ToList();
        await rig.PassAsync(TimeSpan.FromHours(25), TimeSpan.FromMinutes(10), loop);

        Assert.That(meanwhile, Has.Exactly(1).EqualTo(AlertState.Waiting));
        Assert.That(rig.Arrived, Is.Not.Empty);
        Assert.That(rig.Records().Select(record => record.State), Has.None.EqualTo(AlertState.Waiting)
            .And.One.EqualTo(AlertState.GivenUp));
    }

    [Test]
    public async Task What_one_service_declares_is_not_forgotten_by_another_that_lives()
    {
        using var rig = new AlertRig();
        rig.Begin();
        rig.Clock.Advance(Minutes);
        rig.Fail("Nightly");
        var declared = rig.Alerts;
        using var beside = rig.Beside();

        rig.Alerts = new ServedAlerts { All = [AlertRig.Told("Weekly", AlertEvent.Failed)] };
        rig.Begin();
        rig.Alerts = declared;
        await rig.PassAsync(Minutes, rig.Begin());

        Assert.That(rig.Arrived, Has.Exactly(1).Items);
    }

    [Test]
    public async Task A_target_that_hangs_holds_up_no_other_and_is_asked_once_at_a_time()
    {
        using var rig = new AlertRig();
        var never = new TaskCompletionSource<SendResult>();
        var hung = 0;
        rig.Alerts = new ServedAlerts
        {
            All =
            [
                AlertRig.Told("Nightly", AlertEvent.Failed) with
                {
                    Targets = [new AlertTarget("mailto:slow@example.org", null, false),
                        new AlertTarget(AlertRig.Mailbox, null, false)],
                },
            ],
        };
        rig.Answer = (target, _) => target.Name != AlertRig.Mailbox && Interlocked.Increment(ref hung) > 0
            ? never.Task : Task.FromResult(new SendResult(true, "250 ok"));
        var loop = rig.Begin();
        foreach (var connection in new[] { "Crm", "Dwh" })
        {
            rig.Clock.Advance(Minutes);
            rig.Fail("Nightly", connection);
            rig.Clock.Advance(TimeSpan.FromSeconds(5));
        }

        for (var turn = 0; turn < 20; turn++)
        {
            rig.Clock.Advance(TimeSpan.FromSeconds(15));
            loop.Turn();
            await Until(() => loop.AtWork.Count(one => !one.IsCompleted) <= 1);
        }

        Assert.That(rig.Arrived, Has.Count.EqualTo(2));
        Assert.That(hung, Is.EqualTo(1));
    }

    private static async Task Until(Func<bool> isSo)
    {
        while (!isSo())
        {
            await Task.Yield();
        }
    }
}
