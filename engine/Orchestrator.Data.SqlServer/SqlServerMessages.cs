using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>What the server says beside its answers: PRINT, RAISERROR of a low severity, warnings.</summary>
internal sealed class SqlServerMessages
{
    private const int DatabaseChanged = 5701;
    private const int LanguageChanged = 5703;

    private readonly DatabaseUse _use;
    private bool _isHeard;

    /// <summary>Listens to a connection, where anybody wants to hear it.</summary>
    public SqlServerMessages(SqlConnection connection, DatabaseUse use)
    {
        _use = use;
        if (use.Message is not null)
        {
            connection.InfoMessage += Tell;
        }
    }

    /// <summary>Does something whose messages are told; a session that only reads tells all.</summary>
    public T Heard<T>(Func<T> work)
    {
        _isHeard = true;
        try
        {
            return work();
        }
        finally
        {
            _isHeard = false;
        }
    }

    private void Tell(object sender, SqlInfoMessageEventArgs said)
    {
        if (!_isHeard && _use.IsTarget)
        {
            return;
        }

        foreach (SqlError message in said.Errors)
        {
            if (message.Number is not (DatabaseChanged or LanguageChanged))
            {
                _use.Message!(message.Message);
            }
        }
    }
}
