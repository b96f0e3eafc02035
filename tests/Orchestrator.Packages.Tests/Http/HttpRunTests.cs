using System.Text;
using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Tests.Http;

/// <summary>What the end of a request means, by what the guard says of it.</summary>
internal sealed class HttpRunTests
{
    private static readonly HttpOptions Get = new()
    {
        Url = new SentText(
            [new SentTextPart(SentPartKind.Written, "https://api.example.org/")], "https://api.example.org/", default),
    };

    private Rig _rig = null!;
    private HttpSending? _sent;

    [SetUp]
    public void MakeRig()
    {
        _rig = new Rig();
        _sent = null;
    }

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [TestCase("GET", HttpEnd.Refused, "ORC3550", ErrorClass.Config)]
    [TestCase("GET", HttpEnd.Unreached, "ORC3552", ErrorClass.Transient)]
    [TestCase("POST", HttpEnd.Unreached, "ORC3552", ErrorClass.Transient)]
    [TestCase("GET", HttpEnd.Lost, "ORC3552", ErrorClass.Transient)]
    [TestCase("POST", HttpEnd.Lost, "ORC3551", ErrorClass.OutcomeUnknown)]
    [TestCase("PATCH", HttpEnd.Lost, "ORC3551", ErrorClass.OutcomeUnknown)]
    [TestCase("DELETE", HttpEnd.Lost, "ORC3552", ErrorClass.Transient)]
    [TestCase("GET", HttpEnd.Broken, "ORC3554", ErrorClass.Transient)]
    [TestCase("POST", HttpEnd.Broken, "ORC3554", ErrorClass.OutcomeUnknown)]
    [TestCase("GET", HttpEnd.TooLong, "ORC3554", ErrorClass.Data)]
    [TestCase("POST", HttpEnd.TooLong, "ORC3554", ErrorClass.OutcomeUnknown)]
    public void What_got_no_whole_answer_fails_with_who_must_act(
        string method, HttpEnd end, string code, ErrorClass errorClass)
    {
        var result = Run(Get with { Method = method }, new HttpReply(end) { Why = "of something" });

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo((code, errorClass)));
        Assert.That(result.Error.Message, Does.Contain(method).And.Contain("https://api.example.org/"));
    }

    [Test]
    public void What_is_declared_idempotent_is_sent_again_where_its_answer_was_lost() => Assert.That(
        Run(Get with { Method = "POST" }, new HttpReply(HttpEnd.Lost), isIdempotent: true).Error!.Class,
        Is.EqualTo(ErrorClass.Transient));

    [TestCase(408, ErrorClass.Transient, ErrorClass.Transient)]
    [TestCase(425, ErrorClass.Transient, ErrorClass.Transient)]
    [TestCase(429, ErrorClass.Transient, ErrorClass.Transient)]
    [TestCase(503, ErrorClass.Transient, ErrorClass.Transient)]
    [TestCase(500, ErrorClass.Transient, ErrorClass.Data)]
    [TestCase(502, ErrorClass.Transient, ErrorClass.OutcomeUnknown)]
    [TestCase(504, ErrorClass.Transient, ErrorClass.OutcomeUnknown)]
    [TestCase(599, ErrorClass.Transient, ErrorClass.Data)]
    [TestCase(301, ErrorClass.Config, ErrorClass.Config)]
    [TestCase(401, ErrorClass.Config, ErrorClass.Config)]
    [TestCase(404, ErrorClass.Config, ErrorClass.Config)]
    [TestCase(400, ErrorClass.Data, ErrorClass.Data)]
    [TestCase(422, ErrorClass.Data, ErrorClass.Data)]
    public void A_status_says_whether_it_is_tried_again(int status, ErrorClass ofPut, ErrorClass ofPost)
    {
        var reply = new HttpReply(HttpEnd.Answered) { Status = status };

        Assert.That(Run(Get with { Method = "PUT" }, reply).Error!.Class, Is.EqualTo(ofPut));
        Assert.That(Run(Get with { Method = "POST" }, reply).Error!.Class, Is.EqualTo(ofPost));
    }

    [Test]
    public void What_came_of_it_is_told_with_the_file_that_it_has_become()
    {
        var fine = new HttpReply(HttpEnd.Answered) { Status = 200 };
        var kept = Get with { Answer = new HttpFile("Files", "a.json", "a.json", default) };

        Assert.That((Run(Get, fine).LoadPath, Run(kept, fine).LoadPath),
            Is.EqualTo(("HTTP 200", "HTTP 200, kept in 'a.json'")));
        Assert.That(File.Exists(Path.Combine(_rig.Inbox, "a.json")), Is.True);
    }

    [TestCase(404, NodeState.Succeeded)]
    [TestCase(200, NodeState.Failed)]
    public void Where_statuses_are_expected_no_other_is_good(int status, NodeState outcome) => Assert.That(
        Run(Get with { Expect = [404, 410] }, new HttpReply(HttpEnd.Answered) { Status = status }).Outcome,
        Is.EqualTo(outcome));

    [Test]
    public void An_answer_for_which_there_is_no_room_is_not_asked_for_again_where_it_was_a_POST()
    {
        var http = Get with { Method = "POST", Answer = new HttpFile("Files", "a.json", "a.json", default) };

        var result = Run(http, sending =>
        {
            _ = sending.Keep(200);
            throw new IOException("No space left on device");
        });

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo(("ORC3556", ErrorClass.OutcomeUnknown)));
        Assert.That(Directory.EnumerateFileSystemEntries(_rig.Inbox), Is.Empty);
    }

    [Test]
    public void A_long_answer_is_cut_behind_what_was_taken_out_of_it()
    {
        var said = new HttpReply(HttpEnd.Answered)
        {
            Status = 400,
            Beginning = Encoding.UTF8.GetBytes(new string('x', 295) + "pa55w0rd" + new string('y', 500)),
        };

        var result = Run(Get, said, redact: text => text.Replace("pa55w0rd", "***"));

        Assert.That(result.Error!.Message, Does.Contain("x***yy…").And.Not.Contain("pa55"));
    }

    [TestCase("GET", 1)]
    [TestCase("PUT", 1)]
    [TestCase("POST", 2)]
    public void Only_what_is_not_idempotent_by_definition_has_a_key_by_which_it_is_known_again(string method, int count)
    {
        Run(Get with { Method = method }, new HttpReply(HttpEnd.Answered) { Status = 200 });

        Assert.That(_sent!.Headers.Select(header => header.Key),
            Is.EqualTo(new[] { "User-Agent", "Idempotency-Key" }.Take(count)));
    }

    [Test]
    public void A_key_that_somebody_writes_stands_in_the_place_of_ours()
    {
        var key = new SentText([new SentTextPart(SentPartKind.Written, "k1")], "k1", default);

        Run(Get with { Method = "POST", Headers = [new HttpHeader("idempotency-key", key, Origin.Default)] },
            new HttpReply(HttpEnd.Answered) { Status = 200 });

        Assert.That(_sent!.Headers.Where(header => header.Key.Contains("dempotency")).Select(header => header.Value),
            Is.EqualTo(new[] { "k1" }));
    }

    private PackageResult Run(
        HttpOptions http, HttpReply reply, bool isIdempotent = false, Func<string, string>? redact = null) =>
        Run(http, _ => reply, isIdempotent, redact);

    private PackageResult Run(HttpOptions http, Func<HttpSending, HttpReply> answer, bool isIdempotent = false,
        Func<string, string>? redact = null)
    {
        var definition = Rig.Load("tell") with { Kind = "http", Http = http, Idempotent = isIdempotent, Source = null };
        return PackageKinds.All["http"].Run(_rig.Context(definition) with
        {
            SendHttp = (sending, _) =>
            {
                _sent = sending;
                return answer(sending);
            },
            Redact = text => (redact is null ? text : redact(text), false),
        });
    }
}
