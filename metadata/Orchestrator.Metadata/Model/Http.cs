using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A header of a request.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Value">Its value.</param>
/// <param name="At">Where its name stands.</param>
public sealed record HttpHeader(string Name, SentText Value, Origin At);

/// <summary>A file below the folder of a connection, which a request sends or whose place its answer takes.</summary>
/// <param name="Connection">The connection, which is a folder of files.</param>
/// <param name="File">Its path below the folder, with the values of its variables.</param>
/// <param name="Written">The same as written.</param>
/// <param name="At">Where it was declared.</param>
public sealed record HttpFile(string Connection, string File, string Written, Origin At);

/// <summary>What a package of kind http asks of which server.</summary>
public sealed record HttpOptions : KindOptions
{
    /// <summary>Bytes of an answer that are kept where nobody says how many: 16 MB.</summary>
    public const long AnswerMaxDefault = 16 << 20;

    /// <summary>GET, HEAD, PUT, POST, PATCH or DELETE.</summary>
    public string Method { get; init; } = "GET";

    /// <summary>Where it goes.</summary>
    public required SentText Url { get; init; }

    /// <summary>Its headers, in the order in which they are written.</summary>
    public IReadOnlyList<HttpHeader> Headers { get; init; } = [];

    /// <summary>The text that it carries; null = none, or a file.</summary>
    public SentText? Body { get; init; }

    /// <summary>The file that it carries; null = none, or a text.</summary>
    public HttpFile? BodyFile { get; init; }

    /// <summary>The statuses with which it has succeeded; empty = each from 200 to 299.</summary>
    public IReadOnlyList<int> Expect { get; init; } = [];

    /// <summary>The file that becomes of the answer; null = it is not kept.</summary>
    public HttpFile? Answer { get; init; }

    /// <summary>How many bytes of an answer are kept; a longer one fails the package.</summary>
    public long AnswerMax { get; init; } = AnswerMaxDefault;

    /// <summary>How long it may take from the look-up of the name to the end of the answer.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Whether it may go to addresses of the own machine or network, and over plain http.</summary>
    public bool AllowPrivate { get; init; }

    /// <inheritdoc />
    public override IReadOnlyList<string> Reads => BodyFile is { } body ? [body.Connection] : [];

    /// <inheritdoc />
    public override IReadOnlyList<string> Writes => Answer is { } answer ? [answer.Connection] : [];

    /// <inheritdoc />
    public override string Said => $"{Method} {Url.Written}";

    /// <inheritdoc />
    public override IEnumerable<TextOfRun> Texts(Origin at) =>
    [
        new(Url.Written, Url.At),
        .. Headers.Select(header => new TextOfRun(header.Value.Written, header.At)),
        .. Body is { } body ? TextOfRun.Texts(body.At, body.Written) : [],
        .. TextOfRun.Files(At, BodyFile?.Written, Answer?.Written),
    ];

    /// <inheritdoc />
    public override KindOptions FilledBy(IRunTexts run) => this with
    {
        Url = run.Address(Url),
        Headers = [.. Headers.Select(header => header with { Value = run.Sent(header.Value) })],
        Body = Body is { } body ? run.Sent(body) : null,
        BodyFile = BodyFile is { } sent ? sent with { File = run.File(sent.Written, sent.File)! } : null,
        Answer = Answer is { } kept ? kept with { File = run.File(kept.Written, kept.File)! } : null,
    };

    /// <summary>Whether being sent twice is as good as once, by what the method means (RFC 9110, 9.2.2).</summary>
    public bool IsIdempotent => Method is not ("POST" or "PATCH");

    /// <summary>Whether the method says that something is carried.</summary>
    public bool MayCarry => Method is "PUT" or "POST" or "PATCH";

    /// <summary>The header of that name, in whatever case; null = it has none.</summary>
    public HttpHeader? Header(string name) =>
        Headers.FirstOrDefault(header => header.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether it has succeeded with that status.</summary>
    public bool Expects(int status) => Expect.Count == 0 ? status is >= 200 and < 300 : Expect.Contains(status);
}
