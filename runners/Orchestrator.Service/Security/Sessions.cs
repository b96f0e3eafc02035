using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Service.Security;

/// <summary>Somebody who signed in on the page. His token is kept, so that each request asks whether it still holds.
/// </summary>
internal sealed record Session(string Id, string Token, long Begun);

/// <summary>
/// Those who are signed in, in memory alone: after a restart one signs in again. A session ends after twelve hours, or
/// with its token. Bounded; safe for threads.
/// </summary>
internal sealed class Sessions(TimeProvider time)
{
    private const int Most = 1_000;
    private const int PerTokenMax = 20;

    private static readonly TimeSpan Life = TimeSpan.FromHours(12);

    // Found by a hash: how long a look-up takes tells nothing of the names that there are.
    private readonly ConcurrentDictionary<string, Session> _known = new(StringComparer.Ordinal);
    private readonly Lock _adding = new();

    public Session Begin(string token)
    {
        var session = new Session(Secret(), token, time.GetTimestamp());
        lock (_adding)
        {
            MakeRoom(token);
            _known[Hash(session.Id)] = session;
        }

        return session;
    }

    public Session? Find(string id) =>
        _known.TryGetValue(Hash(id), out var session) && time.GetElapsedTime(session.Begun) < Life ? session : null;

    public void End(Session session) => _known.TryRemove(Hash(session.Id), out _);

    /// <summary>256 random bits that stand in a cookie or a form.</summary>
    public static string Secret() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(32));

    private void MakeRoom(string token)
    {
        var oldest = _known.Values.OrderBy(session => session.Begun).ToList();
        var leave = oldest.Where(session => time.GetElapsedTime(session.Begun) >= Life)
            .Concat(oldest.Where(session => session.Token == token).SkipLast(PerTokenMax - 1))
            .Concat(oldest.SkipLast(Most - 1)).Distinct().ToList();
        leave.ForEach(End);
    }

    private static string Hash(string id) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(id)));
}
