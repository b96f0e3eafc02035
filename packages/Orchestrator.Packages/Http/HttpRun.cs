using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Http;

/// <summary>One attempt of a request: it is sent once, and what became of it is judged.</summary>
internal sealed class HttpRun(PackageContext context)
{
    private readonly HttpOptions _http = context.Object.Http!;
    private readonly HttpVerdict _verdict = new(
        context.Object.Http!, HttpContract.RunsOnce(context.Object), text => context.Redact(text).Text);

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            context.Cancellation.ThrowIfCancellationRequested();
            var filled = HttpFilled.Of(_http, context.Resolve);
            using var body = Body(filled);
            using var kept = Kept();
            return new PackageResult { Outcome = NodeState.Succeeded, LoadPath = Send(filled, body, kept) };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Faults.Result(fault, "open", "", context.Cancellation);
        }
    }

    /// <summary>What came of it, as people are told.</summary>
    private string Send(HttpFilled filled, Stream? body, ArrivingFile? kept)
    {
        var sending = new HttpSending
        {
            Method = _http.Method,
            Address = filled.Address,
            Headers = [.. filled.Headers, .. Added(filled)],
            Body = body,
            MayCarry = _http.MayCarry,
            AllowPrivate = _http.AllowPrivate,
            Timeout = _http.Timeout,
            Keep = status => _http.Expects(status) ? kept?.Stream : null,
            KeptMax = _http.AnswerMax,
        };
        context.Fence.Pass();
        var reply = filled.Hidden(Keeping(() => CrashPoint.Around(
            "http.send", () => context.SendHttp(sending, context.Cancellation))), _http);
        context.Message($"{_http.Method} {_http.Url.Written}: {Told(reply)}");
        if (_verdict.Of(reply) is { } refused)
        {
            throw refused;
        }

        return kept is null ? Told(reply) : Keeping(() =>
        {
            kept.Complete();
            context.Fence.Pass();
            kept.Publish();
            return $"{Told(reply)}, kept in '{_http.Answer!.File}'";
        });
    }

    // What goes wrong on the way the reply tells; what is left is the disk.
    private T Keeping<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            throw _verdict.NotKept(fault);
        }
    }

    private IEnumerable<KeyValuePair<string, string>> Added(HttpFilled filled)
    {
        var names = filled.Headers.Select(header => header.Key).ToHashSet(StringComparer.OrdinalIgnoreCase);
        if (!names.Contains(HttpNames.UserAgent))
        {
            yield return KeyValuePair.Create(HttpNames.UserAgent, HttpNames.Agent);
        }

        if (!_http.IsIdempotent && !names.Contains(HttpNames.IdempotencyKey))
        {
            yield return KeyValuePair.Create(
                HttpNames.IdempotencyKey, $"{context.Ledger:N}-{context.AttemptId}");
        }
    }

    private Stream? Body(HttpFilled filled) => filled.Body is { } text ? new MemoryStream(text, writable: false)
        : _http.BodyFile is not { } file ? null
        : RawFile.Open(
            FolderOf(file), file.File, over => context.HeldUp(WaitReason.Server, over), context.Cancellation);

    private ArrivingFile? Kept() => _http.Answer is not { } file ? null
        : ArrivingFile.Begin(FolderOf(file), file.File, context.AttemptId);

    private string FolderOf(HttpFile file) =>
        FileFormats.Folder(context, Addresses.Find(context.Solution, file.Connection));

    private static string Told(HttpReply reply) => reply.Status > 0 ? $"HTTP {reply.Status}" : reply.Why;
}
