using Orchestrator.Data.Evidence;
using Orchestrator.Lab.Calibrate.Inserts;

namespace Orchestrator.Runner.Tests.Calibrate;

internal sealed class RungLimitTests
{
    private static readonly RungMeasure Plain = RungMeasures.Of(new Rung(RungKind.Rows, 2, 1), 1_000);

    [Test]
    public void The_log_limits_where_most_of_the_time_goes_to_it()
    {
        var limit = RungLimit.Find(Plain with { LogTime = TimeSpan.FromSeconds(19) });

        Assert.That(limit.Of, Is.EqualTo(Bottleneck.Log));
        Assert.That(limit.Text, Is.EqualTo("the log: 95 % of the time commits wait for the disk"));
    }

    [TestCase(30, 8, Bottleneck.ClientProcessor)]
    [TestCase(8, 30, Bottleneck.ServerProcessor)]
    public void Processors_that_are_all_busy_limit_whatever_writers_wait_for(
        int client, int server, Bottleneck expected) =>
        Assert.That(RungLimit.Find(Plain with
        {
            Rung = new Rung(RungKind.Rows, 64, 1),
            WriterTime = TimeSpan.FromSeconds(640),
            ClientTime = TimeSpan.FromSeconds(client),
            ServerTime = TimeSpan.FromSeconds(server),
        }).Of, Is.EqualTo(expected));

    [Test]
    public void Processors_of_a_server_elsewhere_are_not_ours() => Assert.That(
        RungLimit.Find(Plain with { ServerTime = TimeSpan.FromSeconds(38), IsOnThisMachine = false }).Of,
        Is.EqualTo(Bottleneck.ServerProcessor), "one session computes all the time, and not all processors");

    [Test]
    public void One_session_that_computes_limits_a_single_writer() => Assert.That(
        RungLimit.Find(Plain with
        {
            Rung = new Rung(RungKind.Bulk, 1, 0),
            WriterTime = TimeSpan.FromSeconds(10),
            ServerTime = TimeSpan.FromSeconds(7),
        }).Of, Is.EqualTo(Bottleneck.ServerProcessor));

    [Test]
    public void Writers_of_one_file_wait_for_their_turn() =>
        Assert.That(RungLimit.Find(Plain with { HasOneWriter = true }).Of, Is.EqualTo(Bottleneck.WriterTurn));

    [Test]
    public void Locks_are_told_from_what_sessions_were_seen_to_wait_for() => Assert.That(
        RungLimit.Find(Plain with
        {
            Waits =
            [
                new("LWLock:BufferContent", WaitClass.Latch, TimeSpan.FromSeconds(15), 150, IsSampled: true),
                new("CPU", WaitClass.Cpu, TimeSpan.FromSeconds(1), 10, IsSampled: true),
            ],
        }).Of, Is.EqualTo(Bottleneck.Locks));

    // Half a second of waits in ten seconds of work is no limit, however much of it was for locks.
    [Test]
    public void Locks_have_their_share_of_the_time_and_not_of_the_waiting() => Assert.That(
        RungLimit.Find(Plain with
        {
            Waits = [new("PAGELATCH_EX", WaitClass.Latch, TimeSpan.FromSeconds(0.5), 80, IsSampled: false)],
        }).Of, Is.EqualTo(Bottleneck.RoundTrips));

    [Test]
    public void No_more_than_all_of_the_time_is_told_where_others_wait_for_the_log_as_well() => Assert.That(
        RungLimit.Find(Plain with { LogTime = TimeSpan.FromMinutes(5) }).Text,
        Is.EqualTo("the log: 100 % of the time commits wait for the disk"));

    [Test]
    public void What_is_left_is_the_way_to_the_server_and_back()
    {
        var limit = RungLimit.Find(Plain);

        Assert.That(limit.Of, Is.EqualTo(Bottleneck.RoundTrips));
        Assert.That(limit.Text, Is.EqualTo("round trips: 1,000 statements a second, each waits for its answer"));
    }

    [Test]
    public void The_log_has_its_share_of_what_the_writers_waited_and_not_of_what_they_computed()
    {
        var measure = Plain with { ClientTime = TimeSpan.FromSeconds(10), LogTime = TimeSpan.FromSeconds(9) };

        Assert.That(measure.LogShare, Is.EqualTo(0.9).Within(1e-9));
        Assert.That(Plain.LogShare, Is.Null, "nobody knows");
    }
}
