namespace Orchestrator.Data.Servers;

/// <summary>
/// The connection strings of a platform as people write them. What is told of one holds nothing of its values.
/// </summary>
/// <param name="platform">Its name.</param>
/// <param name="example">A string that would do.</param>
/// <param name="allowed">The keywords that are for people to set.</param>
public sealed class ConnectionStrings(string platform, string example, IReadOnlySet<string> allowed)
{
    /// <summary>Reads one as the client does.</summary>
    /// <param name="address">The connection.</param>
    /// <param name="read">The client's reading.</param>
    /// <exception cref="ConnectionStringException">The client cannot read it.</exception>
    public T Read<T>(DatabaseAddress address, Func<string, T> read)
    {
        try
        {
            return read(address.ConnectionString);
        }
        catch (Exception fault) when (
            fault is ArgumentException or FormatException or InvalidCastException or KeyNotFoundException)
        {
            // The client's message may quote a part of the string, which may be a part of a password.
            throw Refusal(
                $"The connection string of '{address.Connection}' cannot be read. Expected keyword=value pairs with "
                + $"semicolons between, such as {example}; a value with a semicolon needs quotes.");
        }
    }

    /// <summary>Refuses what is not for people to set.</summary>
    /// <exception cref="ConnectionStringException">A keyword is none of those that are allowed.</exception>
    public void RefuseOthers(DatabaseAddress address, IEnumerable<string> written)
    {
        if (written.FirstOrDefault(keyword => !allowed.Contains(keyword)) is { } other)
        {
            throw Refusal(
                $"The connection string of '{address.Connection}' sets '{other}', which the engine sets itself or "
                + "cannot honour. Take it out.");
        }
    }

    /// <summary>What says that a string is refused.</summary>
    public ConnectionStringException Refusal(string message) => new(platform, message);
}

/// <summary>A connection string that is not one, or sets what is not to be set.</summary>
/// <param name="platform">Name of the platform whose client would have read it; no other one explains it.</param>
/// <param name="message">Which one, and what to do.</param>
public sealed class ConnectionStringException(string platform, string message) : Exception(message)
{
    public string Platform { get; } = platform;
}
