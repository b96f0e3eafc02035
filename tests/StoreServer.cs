using System.Globalization;
using System.Text;

/// <summary>What servers of stores have in common, whatever they speak: what lies there by its names, one request at a
/// time. It can be asked over HTTP, or without a network.</summary>
/// <typeparam name="T">What it keeps of a name.</typeparam>
/// <param name="address">Its address as long as it does not listen.</param>
internal abstract class StoreServer<T>(string address) : IDisposable
{
    private StoreListener? _listener;

    /// <summary>Called with method and path before a request is answered; what it returns is answered instead.
    /// </summary>
    public Func<string, string, (int Status, string Body)?> Before { get; set; } = (_, _) => null;

    /// <summary>The clock that requests are held against.</summary>
    public Func<DateTimeOffset> Now { get; set; } = () => TimeProvider.System.GetUtcNow();

    /// <summary>How many requests were answered.</summary>
    public int Requests { get; private set; }

    /// <summary>Its address.</summary>
    public string Address { get; private set; } = address;

    /// <summary>All names.</summary>
    public string[] Names
    {
        get
        {
            lock (Turn)
            {
                return [.. Kept.Keys];
            }
        }
    }

    /// <summary>Who has it may look at what is kept, and change it.</summary>
    protected Lock Turn { get; } = new();

    /// <summary>What lies there.</summary>
    protected SortedDictionary<string, T> Kept { get; } = new(StringComparer.Ordinal);

    /// <summary>What each answer over HTTP says of when to ask again.</summary>
    public void SayRetryAfter(string? after) => _listener!.RetryAfter = after;

    /// <summary>Puts something there.</summary>
    public void Put(string name, string text, DateTime? written = null) =>
        Put(name, Encoding.UTF8.GetBytes(text), written);

    /// <summary>Puts something there.</summary>
    public void Put(string name, byte[] content, DateTime? written = null)
    {
        lock (Turn)
        {
            Kept[name] = Made(content, written ?? Now().UtcDateTime);
        }
    }

    /// <summary>What lies there under a name.</summary>
    public string Text(string name)
    {
        lock (Turn)
        {
            return Encoding.UTF8.GetString(ContentOf(Kept[name]));
        }
    }

    /// <summary>Answers a request.</summary>
    /// <param name="method">Its method.</param>
    /// <param name="target">Path and query as they were sent.</param>
    /// <param name="headers">Its headers by their names in small letters.</param>
    public (int Status, byte[] Body) Answer(
        string method, string target, IReadOnlyDictionary<string, string> headers)
    {
        var (path, query) = target.IndexOf('?') is var at and >= 0 ? (target[..at], target[(at + 1)..]) : (target, "");
        if (Before(method, Uri.UnescapeDataString(path)) is { } instead)
        {
            return (instead.Status, Encoding.UTF8.GetBytes(instead.Body));
        }

        lock (Turn)
        {
            Requests++;
            return Answer(method, path, query, headers);
        }
    }

    public abstract void Dispose();

    /// <summary>Answers a request whose turn it is.</summary>
    protected abstract (int Status, byte[] Body) Answer(
        string method, string path, string query, IReadOnlyDictionary<string, string> headers);

    /// <summary>What is kept of a content.</summary>
    protected abstract T Made(byte[] content, DateTime written);

    /// <summary>The content of what is kept.</summary>
    protected abstract byte[] ContentOf(T kept);

    /// <summary>Listens on a port of the loopback.</summary>
    /// <param name="path">What stands behind its address.</param>
    protected void Begin(string path = "")
    {
        _listener = StoreListener.Start(Answer);
        Address = _listener.Address + path;
    }

    /// <summary>Listens no more.</summary>
    protected void End() => _listener?.Dispose();

    /// <summary>The bytes that a request asks for, all unless it says which; null = there are none so far behind.
    /// </summary>
    protected static (int Status, byte[] Body)? Read(byte[] content, IReadOnlyDictionary<string, string> headers)
    {
        if (!headers.TryGetValue("range", out var range))
        {
            return (200, content);
        }

        var ends = range["bytes=".Length..].Split('-');
        var (from, last) = (int.Parse(ends[0], CultureInfo.InvariantCulture),
            Math.Min(int.Parse(ends[1], CultureInfo.InvariantCulture), content.Length - 1));
        return from > last ? null : (206, content[from..(last + 1)]);
    }
}
