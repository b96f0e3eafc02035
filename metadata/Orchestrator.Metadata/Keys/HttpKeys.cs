using System.Globalization;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `http`: the request that an object sends.</summary>
internal static class HttpKeys
{
    /// <summary>The keys of a file that is sent or kept.</summary>
    public const string ConnectionKey = "connection";

    /// <inheritdoc cref="ConnectionKey"/>
    public const string FileKey = "file";

    /// <summary>The key that bounds an answer.</summary>
    public const string MaxKey = "max";

    private static readonly Shape Sent = new TextShape(TextForm.Sent);

    private static readonly Key[] OfFile =
    [
        new(ConnectionKey, Parts.Name, "The folder of files below which it lies.") { IsRequired = true },
        new(FileKey, new TextShape(TextForm.Value), "Its path there, with `/`.") { IsRequired = true },
    ];

    private static readonly OptionMaker<HttpOptions> Make = new(
        "http", new HttpOptions { Url = SentText.Empty }, http => http.At, usual: Effect.Reloads);

    public static SectionKey<HttpOptions> Method { get; } = Make.Value(
        "method", new WordShape(["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE"]), "What is asked",
        scalar => scalar.Text, method => method,
        http => http.Method, (http, value) => http with { Method = value });

    public static SectionKey<HttpOptions> Url { get; } = Make.Built(
        new Key("url", Sent, "Where it goes: an https address.") { IsRequired = true },
        (list, http) => list.Add("http.url", http.Url.Written, http.At));

    public static SectionKey<HttpOptions> Headers { get; } = Make.Built(
        new Key("headers", new NamedShape(Sent), "Headers by name; a secret as ${secret:NAME}."),
        (list, http) =>
        {
            foreach (var header in http.Headers)
            {
                list.Add($"http.headers.{header.Name}", header.Value.Written, header.At);
            }
        });

    public static SectionKey<HttpOptions> Body { get; } = Make.Built(
        new Key("body", new EitherShape(Sent, new MapShape("a body", OfFile)),
            "What it carries: a text, or a file; default nothing."),
        (list, http) =>
        {
            list.Add("http.body", http.Body?.Written.ReplaceLineEndings("\n"), http.At);
            Tell(list.Under("http.body."), http.BodyFile);
        });

    public static SectionKey<HttpOptions> Expect { get; } = Make.Built(
        new Key("expect", new ListShape(new NumberShape(200, Max: 599)),
            "The statuses with which it has succeeded; default each from 200 to 299."),
        (list, http) => list.AddList(
            "http.expect", http.Expect.Select(status => status.ToString(CultureInfo.InvariantCulture)), http.At));

    public static SectionKey<HttpOptions> Answer { get; } = Make.Built(
        new Key("answer", new MapShape("an answer",
            [.. OfFile, new(MaxKey, new SizeShape(), "Bytes of it; a longer one fails the package; default 16MB.")]),
            "The file that becomes of the answer; default it is not kept."),
        (list, http) =>
        {
            Tell(list.Under("http.answer."), http.Answer);
            if (http.Answer is not null)
            {
                list.Add("http.answer.max", http.AnswerMax, http.At, HttpOptions.AnswerMaxDefault);
            }
        });

    public static SectionKey<HttpOptions> Timeout { get; } = Make.Value(
        "timeout", Parts.Duration, "How long it may take up to the end of the answer, at most a day",
        scalar => scalar.ToDuration(), span => PropertyList.Duration(span),
        http => http.Timeout, (http, value) => http with { Timeout = value });

    public static SectionKey<HttpOptions> AllowPrivate { get; } = Make.Flag(
        "allowPrivate", "Whether it may go to addresses of the own machine or network, and over plain http",
        http => http.AllowPrivate, (http, value) => http with { AllowPrivate = value });

    public static Section<HttpOptions> Section { get; } =
        Make.Section([Method, Url, Headers, Body, Expect, Answer, Timeout, AllowPrivate]);

    private static void Tell(PropertyList list, HttpFile? file)
    {
        if (file is not null)
        {
            list.Add(ConnectionKey, file.Connection, file.At);
            list.AddPath(FileKey, file.Written, file.At);
        }
    }
}
